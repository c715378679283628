package pkg;

import java.util.ListResourceBundle;

public class Words extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
        return new Object[][] {{"hello", "Hello"}};
    }
}
