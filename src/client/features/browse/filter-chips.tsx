import { factNames, kindNames } from '#client/features/where/place-text.ts';
import { defaultTimeZone, searchRadiusKm } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { formatHours } from '#shared/duration.ts';
import { techniques, textures } from '#shared/rules/hair.ts';
import { placeFacts, placeKinds } from '#shared/rules/place.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { rangeText } from '#shared/rules/slot-range.ts';
import { spelled } from '#shared/spelled.ts';
import { techniqueTitle, textureNames } from '#shared/texture-names.ts';
import styles from './filter-chips.module.css';
import filterStyles from './filters.module.css';
import { type Filters, noPoint, noRange } from './use-filters.ts';

/** `bar`: the bar says it; `menu`: so does a menu beside it on a desktop. `loose` is what there is without it. */
type Chip = [text: string, without: Partial<Filters>, saidBy: 'bar' | 'menu' | null, loose: string];

/** Those of a filter's values that it has, comma-separated. */
const some = <Value extends string>(values: readonly Value[], chosen: string) =>
  values.filter((value) => chosen.split(',').includes(value));
const without = (values: readonly string[], gone: string) => values.filter((value) => value !== gone).join(',');

/** What is left out, each with the filters that take it back. Times are read in `zone`. */
export function chipsOf(filters: Filters, zone: string): Chip[] {
  const { search, category, chosen, location, near, radius_km, free_from, price_min, price_max, duration_max } =
    filters;
  const { rating_min } = filters;
  const price = [
    price_min && `${price_max ? '' : 'from '}${formatPrice(Number(price_min))}`,
    price_max && `${price_min ? ' to ' : 'up to '}${formatPrice(Number(price_max))}`,
  ];
  const chips: Chip[] = [
    ...chosen.map(
      (name): Chip => [spelled(name), { chosen: chosen.filter((other) => other !== name) }, null, 'Any speciality'],
    ),
    [spelled(category), { category: '' }, 'menu', 'Any category'],
    [location, { location: '', ...noPoint }, 'bar', 'Anywhere'],
    [location ? '' : near && `Within ${radius_km || searchRadiusKm.usual} km`, noPoint, null, 'Anywhere'],
    [free_from && `Free ${rangeText(filters, zone)}`, noRange, 'bar', 'Any day'],
    [price.join(''), { price_min: '', price_max: '' }, null, 'Any price'],
    [duration_max && `Up to ${formatHours(Number(duration_max))}`, { duration_max: '' }, null, 'Any length'],
    [rating_min && `${counted(Number(rating_min), 'star')} and up`, { rating_min: '' }, null, 'Any rating'],
    ...some(placeKinds, filters.place_kind).map((kind, _, kinds): Chip => {
      return [kindNames[kind], { place_kind: without(kinds, kind) }, null, 'Any place'];
    }),
    ...some(placeFacts, filters.facts).map((fact, _, facts): Chip => {
      return [factNames[fact], { facts: without(facts, fact) }, null, `Without “${factNames[fact]}”`];
    }),
    ...techniques.flatMap((one): Chip[] =>
      one === filters.technique ? [[techniqueTitle(one), { technique: '' }, null, 'Any technique']] : [],
    ),
    ...textures.flatMap((one): Chip[] =>
      one === filters.texture ? [[textureNames[one], { texture: '' }, null, 'Any texture']] : [],
    ),
    [search && `“${search}”`, { search: '' }, 'bar', location ? `Everything in ${location}` : 'Everything'],
  ];
  return chips.filter(([text]) => text);
}

/** What the bar does not say. */
export function chipsBesideBar(filters: Filters): Chip[] {
  return chipsOf(filters, defaultTimeZone).filter(([, , saidBy]) => saidBy !== 'bar');
}

/** The filters in the address that nothing else says, each removed by a press. */
export function FilterChips({ filters, change }: { filters: Filters; change: (next: Partial<Filters>) => void }) {
  const chips = chipsBesideBar(filters);
  if (chips.length === 0) return null;

  /** The focus goes on before the pressed chip vanishes with it. */
  function remove(pressed: HTMLElement, without: Partial<Filters>) {
    const beside = [pressed.nextElementSibling, pressed.previousElementSibling];
    const next = beside.find((one) => one instanceof HTMLButtonElement) ?? document.querySelector('h1');
    next?.focus({ preventScroll: true });
    change(without);
  }
  return (
    <fieldset data-scripted className={`${filterStyles.chips} ${styles.chips}`}>
      <legend className="visually-hidden">Chosen</legend>
      {chips.map(([text, without, saidBy]) => (
        <button
          key={text}
          type="button"
          className={saidBy === 'menu' ? `${styles.chip} ${styles.said}` : styles.chip}
          onClick={(event) => remove(event.currentTarget, without)}
        >
          <span className="visually-hidden">Remove </span>
          {text}
          <span aria-hidden="true">×</span>
        </button>
      ))}
    </fieldset>
  );
}
