import { WholeTimes } from '#client/ui/whole-times.tsx';
import { counted } from '#shared/counted.ts';
import { formatHours, formatMinutes } from '#shared/duration.ts';
import { isolated } from '#shared/isolated.ts';
import { totalMinutes, totalPrice } from '#shared/rules/lines.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { UsualLength as UsualLengths } from '#shared/variants.ts';
import styles from './line-cost.module.css';
import type { ChosenLine } from './lines.ts';

/** `$180.00`, or `From $180.00` where what is not chosen yet may cost more. */
export function priceText({ price, price_max }: { price: number; price_max: number }): string {
  return price_max > price ? `From ${formatPrice(price)}` : formatPrice(price);
}

/** `$95.00, 2 h` of all of a visit, said politely when it changes; of what is still open, from what it costs. */
export function LinesCost({ lines }: { lines: readonly ChosenLine[] }) {
  const open = lines.filter(({ isWhole }) => !isWhole);
  const most = (key: 'price' | 'price_max') => totalPrice(lines.map((line) => ({ price: line[key] })));
  const all = {
    ...{ price: most('price'), price_max: most('price_max') },
    service_duration_minutes: totalMinutes(lines),
    duration_max: totalMinutes(lines.map(({ duration_max }) => ({ service_duration_minutes: duration_max }))),
  };
  const missing = open.flatMap(missingText)[0];
  return (
    <span role="status">
      <strong className="figure">{priceText(all)}</strong>, <LineLength line={all} format={formatHours} />
      {missing && <span className={styles.missing}>{missing}</span>}
    </span>
  );
}

/** What is to be chosen yet: `Choose size and length.` */
export function missingText({ name, variants, options }: ChosenLine): string {
  const open = (variants?.axes ?? []).filter(
    ({ choices }) => !choices.some(({ id }) => options.some((one) => one.id === id)),
  );
  if (open.length === 0) return `${isolated(name)} isn't offered like that.`;
  return `Choose ${open.map((axis) => isolated(axis.name.toLowerCase())).join(' and ')}.`;
}

/** `Usually 6 h 50 min, most by 7 h 30 min (12 visits)`: how long it really takes; nothing where too little is known. */
export function UsualLength({ usual }: { usual: UsualLengths | null }) {
  if (!usual) return null;
  const text = `Usually ${formatHours(usual.usual)}, most by ${formatHours(usual.most)} (${counted(usual.visits, 'visit')})`;
  return (
    <span className={`soft ${styles.usual}`}>
      <WholeTimes text={text} />
    </span>
  );
}

interface LineLengthProps {
  line: { service_duration_minutes: number; duration_max: number };
  /** Of one length alone. */
  format?: (minutes: number) => string;
}

/** One length, or `3 h 30 min to 8 h 30 min`. */
export function LineLength({ line, format = formatMinutes }: LineLengthProps) {
  const { service_duration_minutes: least, duration_max: most } = line;
  return <WholeTimes text={most > least ? `${formatHours(least)} to ${formatHours(most)}` : format(least)} />;
}
