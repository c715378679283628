//! GAssert: improving an assertion by co-evolution (ESEC/FSE 2020).
