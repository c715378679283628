// Opens a page of `oraculum report` in Chromium at the widths of a phone, a tablet and a desk, light and dark: a screenshot of each, and the
// violations of axe-core's rules, which end it with 1. Arguments: the page, and a folder for the screenshots.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const WIDTHS = [360, 800, 1400];
const HEIGHT = 900;
const SCHEMES = ["light", "dark"];

const [page, folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu"],
});
let faults = 0;

function fault(where, what) {
  faults++;
  console.log(`[report-screens] ${where}: ${what}`);
}

try {
  for (const colorScheme of SCHEMES) {
    for (const width of WIDTHS) {
      const where = `${width}-${colorScheme}`;
      const context = await browser.newContext({ viewport: { width, height: HEIGHT }, colorScheme });
      const tab = await context.newPage();
      tab.on("request", (request) => {
        if (!request.url().startsWith("file:")) {
          fault(where, `the page asks for ${request.url()}`);
        }
      });
      tab.on("pageerror", (error) => fault(where, error.message));
      await tab.goto(pathToFileURL(resolve(page)).href);
      await tab.screenshot({ path: join(folder, `${where}.png`) });
      // What is folded is looked at, too.
      await tab.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      await tab.screenshot({ path: join(folder, `${where}-full.png`), fullPage: true });
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) {
        fault(where, `the page is ${wide} px wider than the window`);
      }
      await tab.evaluate(axe);
      const found = await tab.evaluate(() => globalThis.axe.run());
      for (const violation of found.violations) {
        fault(where, `${violation.id} (${violation.impact}): ${violation.help}`);
        violation.nodes.slice(0, 3).forEach((node) => console.log(`    ${node.target.join(" ")}: ${node.html.slice(0, 200)}`));
      }
      console.log(`[report-screens] ${where}: ${found.violations.length} violations, ${found.passes.length} rules passed, `
        + `${found.incomplete.length} left to a person${found.incomplete.map((rule) => ` ${rule.id}`).join("")}`);
      await context.close();
    }
  }
} finally {
  await browser.close();
}
process.exitCode = faults > 0 ? 1 : 0;
