/**
 * The only script that a rendered page names (decision 074). Has the page's code fetched once the page is painted, whose
 * fonts and pictures would share the line with it, and keeps what is pressed and entered until the code answers.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Longest wait for the paint, which a page in the background has none of, milliseconds. */
const longest = 3_000;

const { code = '', styles = '' } = document.querySelector<HTMLElement>('script[data-code]')?.dataset ?? {};
const entered = new Map<Field, string>();
const events = { click: keepPress, input: keepEntry };
let pressed: HTMLElement | null | undefined;

function keepPress(event: Event): void {
  const button = (event.target as Element).closest('button');
  if (!button) return;
  // Nor would a form be sent to the address that it stands at.
  event.preventDefault();
  event.stopPropagation();
  pressed = button;
}

function keepEntry({ target }: Event): void {
  entered.set(target as Field, (target as Field).value);
}

/** Enters a value as a person would: React takes it only where it differs from the value that it knows. */
function enter(field: Field, value: string): void {
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

const answer = new MutationObserver(() => {
  answer.disconnect();
  for (const [type, keep] of Object.entries(events)) removeEventListener(type, keep, true);
  for (const [field, value] of entered) enter(field, value);
  pressed?.click();
});

function link(rel: string, files: string[], more: Partial<HTMLLinkElement>): void {
  for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel, ...more, href }));
}

answer.observe(document.documentElement, { attributeFilter: ['data-ready'] });
for (const [type, keep] of Object.entries(events)) addEventListener(type, keep, true);
// Their text is in the page, so they are not fetched; without a link the client would ask for them.
link('stylesheet', styles.split(' '), { disabled: true });

await new Promise((resolve) => {
  setTimeout(resolve, longest);
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
});
const files = code.split(' ');
link('modulepreload', files, { fetchPriority: 'low' });
await import(/* @vite-ignore */ files[0] ?? '');
