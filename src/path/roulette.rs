//! Choice by weight: sums of weights in a tree of Fenwick ("A new data structure for cumulative frequency tables", 1994), so that choosing
//! and changing take logarithmic time.

use rand::RngExt;

/// Items with weights.
#[derive(Clone, Debug, Default)]
pub struct Roulette {
    items: Vec<u64>,
    weights: Vec<u64>,
    /// Of the weights before the place i + 1, those of the last 2^k, where 2^k is the greatest power of two that divides it.
    sums: Vec<u64>,
}

impl Roulette {
    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn item(&self, place: usize) -> u64 {
        self.items[place]
    }

    /// Adds an item; it gets the last place.
    pub fn push(&mut self, item: u64, weight: u64) -> usize {
        let place = self.items.len();
        let mut sum = weight;
        // The ranges of the tree that end just before this one and belong to it.
        let (mut child, stop) = (place, place + 1 - lowest_bit(place + 1));
        while child > stop {
            sum += self.sums[child - 1];
            child -= lowest_bit(child);
        }
        self.items.push(item);
        self.weights.push(weight);
        self.sums.push(sum);
        place
    }

    pub fn set(&mut self, place: usize, weight: u64) {
        let before = std::mem::replace(&mut self.weights[place], weight);
        let mut i = place + 1;
        while i <= self.sums.len() {
            self.sums[i - 1] = self.sums[i - 1] - before + weight;
            i += lowest_bit(i);
        }
    }

    /// Takes out an item; the last one gets its place, and is returned if it is another.
    pub fn remove(&mut self, place: usize) -> Option<u64> {
        let last = self.items.len() - 1;
        let weight = self.weights[last];
        self.items.swap_remove(place);
        self.weights.pop();
        self.sums.pop();
        if place == last {
            return None;
        }
        self.set(place, weight);
        Some(self.items[place])
    }

    /// A place, each as likely as its weight; if all weights are 0, each as likely as any other. There must be an item.
    pub fn draw(&self, random: &mut impl RngExt) -> usize {
        let all = self.sum_before(self.items.len());
        if all == 0 {
            return random.random_range(0..self.items.len());
        }
        self.place_of(random.random_range(0..all))
    }

    /// The weights before a place, added up.
    fn sum_before(&self, place: usize) -> u64 {
        let (mut i, mut sum) = (place, 0);
        while i > 0 {
            sum += self.sums[i - 1];
            i -= lowest_bit(i);
        }
        sum
    }

    /// The first place up to which the weights add up to more.
    fn place_of(&self, mut sum: u64) -> usize {
        let (mut place, mut step) = (0, self.sums.len().next_power_of_two());
        while step > 0 {
            if place + step <= self.sums.len() && self.sums[place + step - 1] <= sum {
                place += step;
                sum -= self.sums[place - 1];
            }
            step /= 2;
        }
        place
    }
}

fn lowest_bit(i: usize) -> usize {
    i & i.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::rng::Source;

    #[test]
    fn sums_are_right_after_any_changes() {
        let mut random = Source::new(2).stream([0]);
        let mut roulette = Roulette::default();
        let mut plain: Vec<(u64, u64)> = Vec::new();
        for step in 0..20_000u64 {
            let weight = if random.random_bool(0.3) { 0 } else { random.random_range(0..1000) };
            match random.random_range(0..3) {
                0 if !plain.is_empty() => {
                    let place = random.random_range(0..plain.len());
                    plain.swap_remove(place);
                    assert_eq!(roulette.remove(place), plain.get(place).map(|(item, _)| *item));
                }
                1 if !plain.is_empty() => {
                    let place = random.random_range(0..plain.len());
                    plain[place].1 = weight;
                    roulette.set(place, weight);
                }
                _ if plain.len() < 200 => {
                    plain.push((step, weight));
                    assert_eq!(roulette.push(step, weight), plain.len() - 1);
                }
                _ => {}
            }
            let mut sum = 0;
            for (place, (item, weight)) in plain.iter().enumerate() {
                assert_eq!((roulette.item(place), roulette.sum_before(place)), (*item, sum));
                if *weight > 0 {
                    assert_eq!((roulette.place_of(sum), roulette.place_of(sum + weight - 1)), (place, place));
                }
                sum += weight;
            }
            assert_eq!((roulette.sum_before(plain.len()), roulette.len()), (sum, plain.len()));
        }
    }

    #[test]
    fn items_are_drawn_as_often_as_their_weights_say() {
        let mut random = Source::new(9).stream([0]);
        let mut roulette = Roulette::default();
        for (item, weight) in [5, 0, 7, 2, 4].into_iter().enumerate() {
            roulette.push(item as u64, weight);
        }
        let mut drawn = [0u32; 5];
        (0..180_000).for_each(|_| drawn[roulette.draw(&mut random)] += 1);
        for (count, weight) in drawn.into_iter().zip([5.0f64, 0.0, 7.0, 2.0, 4.0]) {
            let sigma = (180_000.0 * weight / 18.0 * (1.0 - weight / 18.0)).sqrt();
            assert!((f64::from(count) - 10_000.0 * weight).abs() <= 4.0 * sigma, "{drawn:?}");
        }
        (0..5).for_each(|place| roulette.set(place, 0));
        let mut drawn = [0u32; 5];
        (0..50_000).for_each(|_| drawn[roulette.draw(&mut random)] += 1);
        assert!(drawn.iter().all(|count| (9_600..10_400).contains(count)), "{drawn:?}");
    }
}
