package org.apache.commons.lang.time;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.text.ParseException;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Iterator;
import java.util.TimeZone;
import org.junit.Test;

public class DateUtilsTest {
    private static Calendar calendar(int year, int month, int day, int hour, int minute, int second) {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
        calendar.clear();
        calendar.set(year, month - 1, day, hour, minute, second);
        return calendar;
    }

    private static Date date(int year, int month, int day, int hour, int minute, int second) {
        Calendar calendar = Calendar.getInstance();
        calendar.clear();
        calendar.set(year, month - 1, day, hour, minute, second);
        return calendar.getTime();
    }

    @Test
    public void sameDayOfDates() {
        assertTrue(DateUtils.isSameDay(date(2004, 7, 9, 13, 45, 0), date(2004, 7, 9, 2, 30, 0)));
        assertFalse(DateUtils.isSameDay(date(2004, 7, 10, 13, 45, 0), date(2004, 7, 9, 13, 45, 0)));
        assertFalse(DateUtils.isSameDay(date(2005, 7, 9, 13, 45, 0), date(2004, 7, 9, 13, 45, 0)));
        try {
            DateUtils.isSameDay((Date) null, (Date) null);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void sameDayOfCalendars() {
        assertTrue(DateUtils.isSameDay(calendar(2004, 7, 9, 13, 45, 0), calendar(2004, 7, 9, 13, 45, 0)));
        assertFalse(DateUtils.isSameDay(calendar(2004, 7, 10, 13, 45, 0), calendar(2004, 7, 9, 13, 45, 0)));
    }

    @Test
    public void sameInstantOfDates() {
        assertTrue(DateUtils.isSameInstant(new Date(1000), new Date(1000)));
        assertFalse(DateUtils.isSameInstant(new Date(1000), new Date(1001)));
    }

    @Test
    public void sameInstantOfCalendars() {
        Calendar a = calendar(2004, 7, 9, 13, 45, 0);
        Calendar b = calendar(2004, 7, 9, 13, 45, 0);
        assertTrue(DateUtils.isSameInstant(a, b));
        b.setTimeZone(TimeZone.getTimeZone("GMT+1"));
        assertTrue(DateUtils.isSameInstant(a, b));
        assertFalse(DateUtils.isSameInstant(a, calendar(2004, 7, 9, 13, 45, 1)));
    }

    @Test
    public void sameLocalTime() {
        Calendar a = new GregorianCalendar(TimeZone.getTimeZone("GMT+1"));
        Calendar b = new GregorianCalendar(TimeZone.getTimeZone("GMT-1"));
        a.set(2004, 6, 9, 13, 45, 0);
        a.set(Calendar.MILLISECOND, 0);
        b.set(2004, 6, 9, 13, 45, 0);
        b.set(Calendar.MILLISECOND, 0);
        assertTrue(DateUtils.isSameLocalTime(a, b));
        b.set(2004, 6, 9, 11, 45, 0);
        assertFalse(DateUtils.isSameLocalTime(a, b));
        assertFalse(DateUtils.isSameLocalTime(calendar(2004, 7, 10, 9, 0, 0), calendar(2004, 7, 9, 9, 0, 0)));
        assertTrue(DateUtils.isSameLocalTime(calendar(2004, 7, 9, 0, 0, 0), calendar(2004, 7, 9, 0, 0, 0)));
        assertFalse(DateUtils.isSameLocalTime(calendar(2004, 7, 9, 9, 15, 0), calendar(2004, 7, 9, 9, 0, 0)));
        assertFalse(DateUtils.isSameLocalTime(calendar(2004, 7, 9, 9, 15, 1), calendar(2004, 7, 9, 9, 15, 0)));
    }

    @Test
    public void sameLocalTimeOfNull() {
        try {
            DateUtils.isSameLocalTime(null, null);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void parse() throws ParseException {
        String[] patterns = {"yyyy'-'DDD", "yyyy'-'MM'-'dd", "yyyyMMdd"};
        assertEquals(date(1972, 12, 3, 0, 0, 0), DateUtils.parseDate("1972-12-03", patterns));
        assertEquals(date(1987, 12, 3, 0, 0, 0), DateUtils.parseDate("1987-337", patterns));
        try {
            DateUtils.parseDate("PURPLE", patterns);
            fail("ParseException expected");
        } catch (ParseException e) {
            // expected
        }
    }

    @Test
    public void add() {
        Date base = date(2000, 6, 5, 4, 3, 2);
        assertEquals(date(2001, 6, 5, 4, 3, 2), DateUtils.addYears(base, 1));
        assertEquals(date(2000, 5, 5, 4, 3, 2), DateUtils.addMonths(base, -1));
        assertEquals(date(2000, 6, 12, 4, 3, 2), DateUtils.addWeeks(base, 1));
        assertEquals(date(2000, 6, 6, 4, 3, 2), DateUtils.addDays(base, 1));
        assertEquals(date(2000, 6, 5, 5, 3, 2), DateUtils.addHours(base, 1));
        assertEquals(date(2000, 6, 5, 4, 2, 2), DateUtils.addMinutes(base, -1));
        assertEquals(date(2000, 6, 5, 4, 3, 3), DateUtils.addSeconds(base, 1));
        assertEquals(base.getTime() + 1, DateUtils.addMilliseconds(base, 1).getTime());
    }

    @Test
    public void set() {
        Date base = date(2000, 6, 5, 4, 3, 2);
        assertEquals(date(2008, 6, 5, 4, 3, 2), DateUtils.setYears(base, 2008));
        assertEquals(date(2000, 4, 5, 4, 3, 2), DateUtils.setMonths(base, 3));
        assertEquals(date(2000, 6, 1, 4, 3, 2), DateUtils.setDays(base, 1));
        assertEquals(date(2000, 6, 5, 23, 3, 2), DateUtils.setHours(base, 23));
        assertEquals(date(2000, 6, 5, 4, 59, 2), DateUtils.setMinutes(base, 59));
        assertEquals(date(2000, 6, 5, 4, 3, 12), DateUtils.setSeconds(base, 12));
    }

    @Test
    public void roundDates() {
        Date base = date(2002, 2, 12, 12, 34, 56);
        assertEquals(date(2002, 1, 1, 0, 0, 0), DateUtils.round(base, Calendar.YEAR));
        assertEquals(date(2002, 2, 1, 0, 0, 0), DateUtils.round(base, Calendar.MONTH));
        assertEquals(date(2002, 2, 13, 0, 0, 0), DateUtils.round(base, Calendar.DATE));
        assertEquals(date(2002, 2, 12, 13, 0, 0), DateUtils.round(base, Calendar.HOUR));
        assertEquals(date(2002, 2, 12, 12, 35, 0), DateUtils.round(base, Calendar.MINUTE));
        assertEquals(base, DateUtils.round(base, Calendar.SECOND));
    }

    @Test
    public void roundCalendarsAndObjects() {
        Calendar base = calendar(2002, 2, 12, 12, 34, 56);
        assertEquals(calendar(2002, 2, 12, 13, 0, 0).getTime(), DateUtils.round(base, Calendar.HOUR).getTime());
        assertEquals(calendar(2002, 2, 12, 12, 35, 0).getTime(), DateUtils.round((Object) base, Calendar.MINUTE));
    }

    @Test
    public void truncateDates() {
        Date base = date(2002, 2, 12, 12, 34, 56);
        assertEquals(date(2002, 1, 1, 0, 0, 0), DateUtils.truncate(base, Calendar.YEAR));
        assertEquals(date(2002, 2, 1, 0, 0, 0), DateUtils.truncate(base, Calendar.MONTH));
        assertEquals(date(2002, 2, 12, 0, 0, 0), DateUtils.truncate(base, Calendar.DATE));
        assertEquals(date(2002, 2, 12, 12, 0, 0), DateUtils.truncate(base, Calendar.HOUR));
        assertEquals(date(2002, 2, 12, 12, 34, 0), DateUtils.truncate(base, Calendar.MINUTE));
    }

    @Test
    public void truncateCalendars() {
        Calendar base = calendar(2002, 2, 12, 12, 34, 56);
        assertEquals(calendar(2002, 2, 12, 12, 0, 0).getTime(), DateUtils.truncate(base, Calendar.HOUR).getTime());
    }

    @Test
    public void ceilings() {
        Date base = date(2002, 2, 12, 12, 34, 56);
        assertEquals(date(2003, 1, 1, 0, 0, 0), DateUtils.ceiling(base, Calendar.YEAR));
        assertEquals(date(2002, 2, 12, 13, 0, 0), DateUtils.ceiling(base, Calendar.HOUR));
    }

    @Test
    public void fieldsThatCannotBeRounded() {
        try {
            DateUtils.round(new Date(0), -9999);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void iterateAWeek() {
        Iterator<?> days = DateUtils.iterator(date(2002, 4, 4, 0, 0, 0), DateUtils.RANGE_WEEK_MONDAY);
        assertEquals(date(2002, 4, 1, 0, 0, 0), ((Calendar) days.next()).getTime());
        int count = 1;
        while (days.hasNext()) {
            days.next();
            count++;
        }
        assertEquals(7, count);
    }

    @Test
    public void fragments() {
        Calendar base = calendar(2000, 1, 2, 3, 4, 5);
        assertEquals(4, DateUtils.getFragmentInMinutes(base, Calendar.HOUR_OF_DAY));
        assertEquals(3, DateUtils.getFragmentInHours(base, Calendar.DATE));
        assertEquals(5, DateUtils.getFragmentInSeconds(base, Calendar.MINUTE));
        assertEquals(2, DateUtils.getFragmentInDays(base, Calendar.MONTH));
    }
}
