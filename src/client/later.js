// The page's scripts are fetched from here on: a script of this kind waits for the style sheet, with which the page is
// painted, and on a slow line the others would share its way. `scripts/later.ts` writes it into the page.
for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = 'modulepreload';
import(document.querySelector('link[data-entry]').href).catch(() => undefined);
