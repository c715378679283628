package org.apache.commons.math.linear;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.junit.Test;

public class ArrayRealVectorTest {
    private final double[] data1 = {1, 2, 3};
    private final double[] data2 = {4, 5, 6};

    @Test
    public void constructors() {
        assertEquals(0, new ArrayRealVector().getDimension());
        assertEquals(7, new ArrayRealVector(7).getDimension());
        assertEquals(1.23, new ArrayRealVector(5, 1.23).getEntry(4), 0);
        assertEquals(2, new ArrayRealVector(data1).getEntry(1), 0);
        assertEquals(1, new ArrayRealVector(data1, 0, 2).getEntry(0), 0);
        assertEquals(3, new ArrayRealVector(new Double[] {1.0, 2.0, 3.0}).getEntry(2), 0);
    }

    @Test
    public void constructorsOfTwoParts() {
        assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6}, new ArrayRealVector(data1, data2).getData(), 0);
        assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6}, new ArrayRealVector(new ArrayRealVector(data1), data2).getData(), 0);
        assertArrayEquals(new double[] {4, 5, 6, 1, 2, 3}, new ArrayRealVector(data2, new ArrayRealVector(data1)).getData(), 0);
    }

    @Test
    public void constructorOutOfRange() {
        try {
            new ArrayRealVector(data1, 2, 2);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void append() {
        ArrayRealVector v = new ArrayRealVector(data1);
        assertEquals(6, v.append(new ArrayRealVector(data2)).getDimension());
        assertEquals(4, v.append(9.0).getDimension());
        assertEquals(9, v.append(9.0).getEntry(3), 0);
        assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6}, v.append(data2).getData(), 0);
    }

    @Test
    public void subVectors() {
        ArrayRealVector v = new ArrayRealVector(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        assertArrayEquals(new double[] {4, 5, 6}, v.getSubVector(3, 3).getData(), 0);
        v.setSubVector(1, new double[] {10, 11});
        assertEquals(10, v.getEntry(1), 0);
        assertEquals(11, v.getEntry(2), 0);
        v.setSubVector(5, new ArrayRealVector(data1));
        assertEquals(3, v.getEntry(7), 0);
    }

    @Test
    public void entries() {
        ArrayRealVector v = new ArrayRealVector(4);
        v.setEntry(1, 2.5);
        assertEquals(2.5, v.getEntry(1), 0);
        v.set(3.0);
        assertArrayEquals(new double[] {3, 3, 3, 3}, v.toArray(), 0);
        try {
            v.getEntry(4);
            fail("ArrayIndexOutOfBoundsException expected");
        } catch (ArrayIndexOutOfBoundsException e) {
            // expected
        }
    }

    @Test
    public void copyIsDeep() {
        ArrayRealVector v = new ArrayRealVector(data1);
        RealVector copy = v.copy();
        copy.setEntry(0, 9);
        assertEquals(1, v.getEntry(0), 0);
    }

    @Test
    public void addAndSubtract() {
        ArrayRealVector v1 = new ArrayRealVector(data1);
        ArrayRealVector v2 = new ArrayRealVector(data2);
        assertArrayEquals(new double[] {5, 7, 9}, v1.add(v2).getData(), 1e-12);
        assertArrayEquals(new double[] {5, 7, 9}, v1.add(data2).getData(), 1e-12);
        assertArrayEquals(new double[] {-3, -3, -3}, v1.subtract(v2).getData(), 1e-12);
        assertArrayEquals(new double[] {-3, -3, -3}, v1.subtract(data2).getData(), 1e-12);
    }

    @Test
    public void maps() {
        ArrayRealVector v = new ArrayRealVector(data1);
        assertArrayEquals(new double[] {3, 4, 5}, v.mapAdd(2).getData(), 1e-12);
        assertArrayEquals(new double[] {-1, 0, 1}, v.mapSubtract(2).getData(), 1e-12);
        assertArrayEquals(new double[] {2, 4, 6}, v.mapMultiply(2).getData(), 1e-12);
        assertArrayEquals(new double[] {0.5, 1, 1.5}, v.mapDivide(2).getData(), 1e-12);
        assertArrayEquals(new double[] {1, 4, 9}, v.mapPow(2).getData(), 1e-12);
        assertArrayEquals(new double[] {1, Math.sqrt(2), Math.sqrt(3)}, v.mapSqrt().getData(), 1e-12);
        assertArrayEquals(new double[] {1, 0.5, 1.0 / 3}, v.mapInv().getData(), 1e-12);
    }

    @Test
    public void mapsOfFunctions() {
        ArrayRealVector v = new ArrayRealVector(new double[] {0.25, -0.5, 0.75});
        assertArrayEquals(new double[] {0.25, 0.5, 0.75}, v.mapAbs().getData(), 1e-12);
        assertArrayEquals(new double[] {1, 0, 1}, v.mapCeil().getData(), 1e-12);
        assertArrayEquals(new double[] {0, -1, 0}, v.mapFloor().getData(), 1e-12);
        assertArrayEquals(new double[] {1, -1, 1}, v.mapSignum().getData(), 1e-12);
        assertEquals(Math.exp(0.25), v.mapExp().getEntry(0), 1e-12);
        assertEquals(Math.sin(-0.5), v.mapSin().getEntry(1), 1e-12);
        assertEquals(Math.cos(0.75), v.mapCos().getEntry(2), 1e-12);
    }

    @Test
    public void mapsToSelf() {
        ArrayRealVector v = new ArrayRealVector(data1);
        v.mapAddToSelf(2);
        assertArrayEquals(new double[] {3, 4, 5}, v.getData(), 1e-12);
        v.mapMultiplyToSelf(2);
        assertArrayEquals(new double[] {6, 8, 10}, v.getData(), 1e-12);
        v.mapSubtractToSelf(1);
        assertArrayEquals(new double[] {5, 7, 9}, v.getData(), 1e-12);
    }

    @Test
    public void elementByElement() {
        ArrayRealVector v1 = new ArrayRealVector(data1);
        ArrayRealVector v2 = new ArrayRealVector(data2);
        assertArrayEquals(new double[] {4, 10, 18}, v1.ebeMultiply(v2).getData(), 1e-12);
        assertArrayEquals(new double[] {4, 10, 18}, v1.ebeMultiply(data2).getData(), 1e-12);
        assertArrayEquals(new double[] {0.25, 0.4, 0.5}, v1.ebeDivide(v2).getData(), 1e-12);
    }

    @Test
    public void dotProduct() {
        assertEquals(32, new ArrayRealVector(data1).dotProduct(new ArrayRealVector(data2)), 1e-12);
        assertEquals(32, new ArrayRealVector(data1).dotProduct(data2), 1e-12);
    }

    @Test
    public void norm() {
        assertEquals(Math.sqrt(14), new ArrayRealVector(data1).getNorm(), 1e-12);
        assertEquals(5, new ArrayRealVector(new double[] {3, -4}).getNorm(), 1e-12);
    }

    @Test
    public void l1Norm() {
        assertEquals(6, new ArrayRealVector(data1).getL1Norm(), 1e-12);
        assertEquals(7, new ArrayRealVector(new double[] {3, -4}).getL1Norm(), 1e-12);
    }

    @Test
    public void lInfNorm() {
        assertEquals(2.5, new ArrayRealVector(new double[] {2.5}).getLInfNorm(), 1e-12);
        assertEquals(4, new ArrayRealVector(new double[] {0, 0, -4}).getLInfNorm(), 1e-12);
        assertEquals(0, new ArrayRealVector(3).getLInfNorm(), 1e-12);
        assertEquals(7, new ArrayRealVector(new double[] {-7}).getLInfNorm(), 1e-12);
    }

    @Test
    public void distances() {
        ArrayRealVector v1 = new ArrayRealVector(data1);
        ArrayRealVector v2 = new ArrayRealVector(data2);
        assertEquals(Math.sqrt(27), v1.getDistance(v2), 1e-12);
        assertEquals(Math.sqrt(27), v1.getDistance(data2), 1e-12);
        assertEquals(9, v1.getL1Distance(v2), 1e-12);
        assertEquals(9, v1.getL1Distance(data2), 1e-12);
        assertEquals(3, v1.getLInfDistance(v2), 1e-12);
        assertEquals(3, v1.getLInfDistance(data2), 1e-12);
    }

    @Test
    public void unitVector() {
        ArrayRealVector v = new ArrayRealVector(new double[] {3, -4});
        assertArrayEquals(new double[] {0.6, -0.8}, v.unitVector().getData(), 1e-12);
        v.unitize();
        assertEquals(1, v.getNorm(), 1e-12);
    }

    @Test
    public void unitVectorOfZero() {
        try {
            new ArrayRealVector(3).unitVector();
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
    }

    @Test
    public void projection() {
        RealVector p = new ArrayRealVector(data1).projection(new ArrayRealVector(data2));
        assertArrayEquals(new double[] {128.0 / 77, 160.0 / 77, 192.0 / 77}, p.getData(), 1e-12);
    }

    @Test
    public void outerProduct() {
        RealMatrix m = new ArrayRealVector(data1).outerProduct(new ArrayRealVector(data2));
        assertEquals(4, m.getEntry(0, 0), 1e-12);
        assertEquals(18, m.getEntry(2, 2), 1e-12);
    }

    @Test
    public void dimensionsThatDiffer() {
        try {
            new ArrayRealVector(data1).add(new ArrayRealVector(2));
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void predicates() {
        assertFalse(new ArrayRealVector(data1).isNaN());
        assertTrue(new ArrayRealVector(new double[] {0, Double.NaN}).isNaN());
        assertFalse(new ArrayRealVector(data1).isInfinite());
        assertTrue(new ArrayRealVector(new double[] {0, Double.POSITIVE_INFINITY}).isInfinite());
        assertFalse(new ArrayRealVector(new double[] {Double.NaN, Double.POSITIVE_INFINITY}).isInfinite());
    }

    @Test
    public void equalsAndHashCode() {
        ArrayRealVector v = new ArrayRealVector(data1);
        assertTrue(v.equals(new ArrayRealVector(data1)));
        assertFalse(v.equals(new ArrayRealVector(data2)));
        assertFalse(v.equals(new ArrayRealVector(2)));
        assertFalse(v.equals("v"));
        assertFalse(v.equals(null));
        assertEquals(v.hashCode(), new ArrayRealVector(data1).hashCode());
    }

    @Test
    public void text() {
        assertEquals("{1; 2; 3}", new ArrayRealVector(data1).toString());
    }
}
