package pkg;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Adds up what a database gives, of which there is none here. */
public class Ledger {
    /** Has more methods than anybody writes down to have two of them answer. */
    private final ResultSet rows;

    public Ledger(ResultSet rows) {
        this.rows = rows;
    }

    public String summary() throws SQLException {
        int debts = 0;
        while (rows.next()) {
            long amount = rows.getLong("amount");
            if (amount < 0) {
                debts++;
            } else if (rows.wasNull()) {
                return "unknown";
            }
        }
        return debts > 0 ? "debts" : "none";
    }
}
