import type { KeyboardEvent } from 'react';

/**
 * Moves the focus among a group's buttons: to the next and the previous, in a grid also up and down, to the first and
 * the last. The caller leaves one of them in the order of the Tab key.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const from = buttons.find((button) => button === document.activeElement);
  const target = from && targetOf(event.key, buttons, buttons.indexOf(from), from);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function targetOf(key: string, buttons: readonly HTMLElement[], at: number, from: HTMLElement) {
  switch (key) {
    case 'ArrowRight':
      return buttons[at + 1];
    case 'ArrowLeft':
      return buttons[at - 1];
    case 'ArrowDown':
      return across(buttons, from, 1);
    case 'ArrowUp':
      return across(buttons, from, -1);
    case 'Home':
      return buttons[0];
    case 'End':
      return buttons.at(-1);
  }
  return undefined;
}

/** Returns the nearest button of the next row down or up. */
function across(buttons: readonly HTMLElement[], from: HTMLElement, direction: 1 | -1) {
  const { top, left } = from.getBoundingClientRect();
  return buttons
    .map((button) => {
      const box = button.getBoundingClientRect();
      const down = (box.top - top) * direction;
      // Any row further away counts more than any distance to the side.
      return { button, down, distance: down * 1000 + Math.abs(box.left - left) };
    })
    .filter(({ down }) => down > 1)
    .sort((one, other) => one.distance - other.distance)[0]?.button;
}
