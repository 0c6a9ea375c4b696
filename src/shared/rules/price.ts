/** Whether a number of dollars has at most two decimals, so that it is a whole number of cents. */
export function isWholeCents(dollars: number): boolean {
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && cents / 100 === dollars;
}

/** Dollars to whole cents, exactly. Throws a RangeError for more than two decimals. */
export function toCents(dollars: number): number {
  if (!isWholeCents(dollars)) throw new RangeError(`${dollars} dollars are not a whole number of cents`);
  // + 0 turns -0 into 0.
  return Math.round(dollars * 100) + 0;
}

/** Whole cents to dollars. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** The quotient of whole numbers far below 2^53, rounded half up: exact. */
export function halfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/**
 * Whether a total that a client computed equals so many cents. Rounding errors of floating point (5.1 + 5.3 =
 * 10.399999999999999) are accepted, any visible difference is not.
 */
export function isTotal(dollars: number, cents: number): boolean {
  return Math.abs(dollars * 100 - cents) < 1e-6;
}

/** Dollars for screens and mails: `$95.00`, `$1,250.00`. */
export function formatPrice(dollars: number): string {
  const [whole = '', decimals = ''] = Math.abs(dollars).toFixed(2).split('.');
  return `${dollars < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}
