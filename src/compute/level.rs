//! Levels of the processor's vector units, found out at run time: the library is built for the x86-64-v2 baseline.

/// A level of the processor's vector units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Whatever the build's baseline offers.
    Portable,
    /// 256 bits: AVX2, FMA is not used.
    Avx2,
    /// 512 bits: AVX-512 F, BW, DQ, VL, VPOPCNTDQ.
    Avx512,
}

impl Level {
    /// Those that this processor has, the best last.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut levels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
                levels.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                levels.push(Self::Avx512);
            }
        }
        levels
    }
}
