import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { PlainHair } from '#client/features/browse/plain-filters.tsx';
import { useTyped } from '#client/features/browse/typed-text.ts';
import { type Filters, queryOf } from '#client/features/browse/use-filters.ts';
import { showFocused } from '#client/lib/focus.ts';
import { Button } from '#client/ui/button.tsx';
import { filterCategories, lengths, specializations } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './find-times.module.css';

/** What people say, for each specialization. */
const hair = [
  ['Braids', 'Braider'],
  ['Locs', 'Loctician'],
  ['Curls', 'Curl Specialist'],
  ['Fades', 'Barber'],
  ['Silk press', 'Silk Press Specialist'],
  ['Colour', 'Colorist for Textured Hair'],
  ['Natural hair', 'Natural Hair Stylist'],
  ['Wigs and weaves', 'Weave and Wig Specialist'],
  ['Scalp care', 'Scalp Care Specialist'],
] as const;

const suggestions = [...specializations.map(({ name }) => name), ...filterCategories];

const sameText = (text: string) => (name: string) => name.toLowerCase() === text.toLowerCase();

/** What a text asks for beside the chosen hair: a specialization, a category, or what its words find. */
function asked(text: string, chosen: string[]): Pick<Filters, 'search' | 'category' | 'chosen'> {
  const saying = hair.find(([said]) => sameText(text)(said))?.[1];
  const specialization = saying ?? specializations.find(({ name }) => sameText(text)(name))?.name;
  if (specialization) return { search: '', category: '', chosen: [...new Set([...chosen, specialization])] };
  const category = filterCategories.find(sameText(text)) ?? '';
  return { search: category ? '' : text, category, chosen };
}

/** Search by hair and location. The chips filter at once, through the address; the form leads to all results. */
export function FindTimes({ filters, change }: { filters: Filters; change: (next: Partial<Filters>) => void }) {
  const navigate = useNavigate();
  const list = useId();
  const { typed, type } = useTyped({ hair: filters.search || filters.category, location: filters.location });

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted: Filters = { ...asked(typed.hair.trim(), filters.chosen), location: typed.location.trim() };
    // Back comes to this page as it was left.
    change(wanted);
    void navigate(
      `${pagePath(wanted.search || wanted.category ? 'browseServices' : 'browseProfessionals')}?${queryOf(wanted)}`,
    );
  }
  function toggle(name: string) {
    const { chosen } = filters;
    change({
      location: typed.location.trim(),
      chosen: chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name],
    });
  }

  return (
    <search className={styles.search}>
      <form className={styles.form} action={pagePath('browseServices')} onSubmit={submit}>
        <label className={styles.field}>
          <span>Hair or service</span>
          <input
            name="search"
            list={list}
            placeholder="Knotless braids"
            maxLength={lengths.search.max}
            enterKeyHint="search"
            value={typed.hair}
            onChange={(event) => type({ hair: event.target.value })}
          />
        </label>
        <label className={styles.field}>
          <span>Suburb or city</span>
          <input
            name="location"
            placeholder="Footscray"
            autoComplete="address-level2"
            maxLength={lengths.location.max}
            enterKeyHint="search"
            value={typed.location}
            onChange={(event) => type({ location: event.target.value })}
          />
        </label>
        <datalist id={list}>
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" className={styles.find}>
          Find times
        </Button>
      </form>
      <noscript>
        <PlainHair hair={hair} />
      </noscript>
      <fieldset data-scripted className={styles.hair} onFocus={showFocused}>
        <legend className="visually-hidden">Your hair</legend>
        {hair.map(([said, name]) => (
          <button
            key={name}
            type="button"
            className={styles.chip}
            aria-pressed={filters.chosen.includes(name)}
            onClick={() => toggle(name)}
          >
            {said}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
