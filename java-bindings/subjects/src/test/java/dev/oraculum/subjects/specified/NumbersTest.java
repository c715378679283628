package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void max3FindsTheLargestWhereverItIs() {
        assertEquals(9, Numbers.max3(9, 2, 5));
        assertEquals(8, Numbers.max3(1, 8, 3));
        assertEquals(7, Numbers.max3(4, 6, 7));
    }

    @Test
    void max3OfNegativeNumbers() {
        assertEquals(-1, Numbers.max3(-1, -2, -3));
        assertEquals(-4, Numbers.max3(-9, -4, -6));
        assertEquals(0, Numbers.max3(-7, -5, 0));
    }

    @Test
    void max3OfEqualNumbers() {
        assertEquals(5, Numbers.max3(5, 5, 5));
        assertEquals(6, Numbers.max3(6, 2, 6));
        assertEquals(3, Numbers.max3(1, 3, 3));
        assertEquals(20, Numbers.max3(20, 20, -20));
    }

    @Test
    void isqrtOfSquares() {
        assertEquals(0, Numbers.isqrt(0));
        assertEquals(1, Numbers.isqrt(1));
        assertEquals(2, Numbers.isqrt(4));
        assertEquals(5, Numbers.isqrt(25));
        assertEquals(10, Numbers.isqrt(100));
    }

    @Test
    void isqrtRoundsDown() {
        assertEquals(1, Numbers.isqrt(3));
        assertEquals(2, Numbers.isqrt(8));
        assertEquals(3, Numbers.isqrt(10));
        assertEquals(4, Numbers.isqrt(24));
        assertEquals(31, Numbers.isqrt(1000));
    }

    @Test
    void isqrtRefusesNegativeNumbers() {
        assertThrows(IllegalArgumentException.class, () -> Numbers.isqrt(-1));
    }

    @Test
    void gcdOfNumbersWithACommonDivisor() {
        assertEquals(6, Numbers.gcd(12, 18));
        assertEquals(4, Numbers.gcd(8, 20));
        assertEquals(5, Numbers.gcd(15, 25));
        assertEquals(7, Numbers.gcd(49, 21));
    }

    @Test
    void gcdOfCoprimeNumbers() {
        assertEquals(1, Numbers.gcd(7, 9));
        assertEquals(1, Numbers.gcd(16, 15));
        assertEquals(1, Numbers.gcd(1, 5));
    }

    @Test
    void gcdOfANumberAndItsMultiple() {
        assertEquals(3, Numbers.gcd(3, 9));
        assertEquals(10, Numbers.gcd(40, 10));
        assertEquals(8, Numbers.gcd(8, 8));
    }

    @Test
    void gcdRefusesWhatIsNotPositive() {
        assertThrows(IllegalArgumentException.class, () -> Numbers.gcd(0, 3));
        assertThrows(IllegalArgumentException.class, () -> Numbers.gcd(3, -3));
    }

    @Test
    void clampLeavesWhatIsInside() {
        assertEquals(5, Numbers.clamp(5, 0, 10));
        assertEquals(-2, Numbers.clamp(-2, -3, 3));
        assertEquals(0, Numbers.clamp(0, 0, 0));
    }

    @Test
    void clampToTheBounds() {
        assertEquals(10, Numbers.clamp(15, 0, 10));
        assertEquals(0, Numbers.clamp(-4, 0, 10));
        assertEquals(-3, Numbers.clamp(-8, -3, 3));
        assertEquals(3, Numbers.clamp(100, -3, 3));
        assertEquals(7, Numbers.clamp(1, 7, 7));
    }

    @Test
    void clampAtTheBounds() {
        assertEquals(0, Numbers.clamp(0, 0, 10));
        assertEquals(10, Numbers.clamp(10, 0, 10));
    }

    @Test
    void clampRefusesAnEmptyRange() {
        assertThrows(IllegalArgumentException.class, () -> Numbers.clamp(1, 3, 2));
    }

    @Test
    void leapYears() {
        assertTrue(Numbers.isLeap(2024));
        assertTrue(Numbers.isLeap(1996));
        assertTrue(Numbers.isLeap(4));
        assertTrue(Numbers.isLeap(2000));
        assertTrue(Numbers.isLeap(1600));
        assertTrue(Numbers.isLeap(400));
    }

    @Test
    void yearsThatAreNoLeapYears() {
        assertFalse(Numbers.isLeap(2023));
        assertFalse(Numbers.isLeap(2022));
        assertFalse(Numbers.isLeap(1));
        assertFalse(Numbers.isLeap(2025));
    }

    @Test
    void centuriesThatAreNoLeapYears() {
        assertFalse(Numbers.isLeap(1900));
        assertFalse(Numbers.isLeap(2100));
        assertFalse(Numbers.isLeap(1800));
        assertFalse(Numbers.isLeap(100));
        assertFalse(Numbers.isLeap(2200));
    }

    @Test
    void digitSums() {
        assertEquals(0, Numbers.digitSum(0));
        assertEquals(7, Numbers.digitSum(7));
        assertEquals(1, Numbers.digitSum(10));
        assertEquals(6, Numbers.digitSum(123));
        assertEquals(18, Numbers.digitSum(99));
        assertEquals(13, Numbers.digitSum(2056));
        assertEquals(1, Numbers.digitSum(1000));
        assertEquals(46, Numbers.digitSum(Integer.MAX_VALUE));
    }

    @Test
    void digitSumRefusesNegativeNumbers() {
        assertThrows(IllegalArgumentException.class, () -> Numbers.digitSum(-12));
    }

    @Test
    void sumsThatFit() {
        assertEquals(5, Numbers.saturatedAdd(2, 3));
        assertEquals(-1, Numbers.saturatedAdd(-4, 3));
        assertEquals(0, Numbers.saturatedAdd(7, -7));
        assertEquals(-30, Numbers.saturatedAdd(-10, -20));
        assertEquals(Integer.MAX_VALUE, Numbers.saturatedAdd(Integer.MAX_VALUE, 0));
        assertEquals(-1, Numbers.saturatedAdd(Integer.MAX_VALUE, Integer.MIN_VALUE));
    }

    @Test
    void sumsThatDoNotFit() {
        assertEquals(Integer.MAX_VALUE, Numbers.saturatedAdd(Integer.MAX_VALUE, 1));
        assertEquals(Integer.MAX_VALUE, Numbers.saturatedAdd(2_000_000_000, 2_000_000_000));
        assertEquals(Integer.MIN_VALUE, Numbers.saturatedAdd(Integer.MIN_VALUE, -1));
        assertEquals(Integer.MIN_VALUE, Numbers.saturatedAdd(-2_000_000_000, -1_000_000_000));
    }

    @Test
    void signs() {
        assertEquals(1, Numbers.signum(5));
        assertEquals(1, Numbers.signum(1));
        assertEquals(-1, Numbers.signum(-1));
        assertEquals(-1, Numbers.signum(-77));
        assertEquals(0, Numbers.signum(0));
        assertEquals(1, Numbers.signum(Integer.MAX_VALUE));
        assertEquals(-1, Numbers.signum(Integer.MIN_VALUE));
    }
}
