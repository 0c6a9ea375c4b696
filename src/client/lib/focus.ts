/** Whether a navigation still waits for its heading: the layout asks, the heading that appears next answers. */
let asked = false;

/** Moves the focus to the heading of the screen, now or as soon as it is there. */
export function askForFocus(heading: HTMLElement | null) {
  asked = heading === null;
  if (heading) focusHeading(heading);
}

const opened = '[role="menu"], [role="dialog"], [role="alertdialog"], [aria-haspopup][aria-expanded="true"]';

/** Not away from something that was opened while the screen was still on its way: it would close under the person's hand. */
export function focusHeading(heading: HTMLElement) {
  if (document.querySelector(opened) === null) heading.focus({ preventScroll: true });
}

/** True once after a question that no heading has answered yet. */
export function focusWasAsked() {
  const was = asked;
  asked = false;
  return was;
}
