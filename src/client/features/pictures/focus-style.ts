import type { Focus } from '#shared/pictures.ts';

/** Keeps a picture's focus in sight where it is cut; without one its middle, a little above, as hair is at the top. */
export function focusStyle(focus: Focus | undefined) {
  if (!focus) return { objectPosition: '50% 30%' };
  const { x, y } = focus;
  return { objectPosition: `${Math.round(x * 1000) / 10}% ${Math.round(y * 1000) / 10}%` };
}
