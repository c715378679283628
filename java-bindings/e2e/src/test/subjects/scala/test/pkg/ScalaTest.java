package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.collection.immutable.Range$;

/** A Scala object as a Java program uses it. */
class ScalaTest {
    @ParameterizedTest
    @CsvSource({
        "0,10,1,false, 10", "0,10,1,true, 11", "0,10,3,false, 4", "0,9,3,false, 3", "0,9,3,true, 4", "5,5,1,false, 0", "5,5,1,true, 1", "5,4,1,true, 0", "10,0,-1,false, 10",
        "10,0,-3,true, 4", "-5,5,2,false, 5", "-5,5,2,true, 6", "7,8,100,false, 1", "0,-1,-1,true, 2"
    })
    void count(int start, int end, int step, boolean inclusive, int expected) {
        assertEquals(expected, Range$.MODULE$.count(start, end, step, inclusive));
    }
}
