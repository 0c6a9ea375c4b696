import { useNavigate } from 'react-router';
import { FindBar } from '#client/features/browse/find-bar.tsx';
import { NearMe } from '#client/features/browse/near-me.tsx';
import { PlainHair } from '#client/features/browse/plain-filters.tsx';
import { specializationSaid } from '#client/features/browse/said.ts';
import { type Filters, queryOf } from '#client/features/browse/use-filters.ts';
import { showFocused } from '#client/lib/focus.ts';
import { filterCategories, specializations } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { spelled } from '#shared/spelled.ts';
import styles from './find-slots.module.css';

const sameText = (text: string) => (name: string) =>
  [name, spelled(name)].some((one) => one.toLowerCase() === text.toLowerCase());

/** What a text asks for beside the chosen hair: a specialization, a category, or what its words find. */
function asked(text: string, chosen: string[]): Pick<Filters, 'search' | 'category' | 'chosen'> {
  const saying = specializationSaid.find(([said]) => sameText(text)(said))?.[1];
  const specialization = saying ?? specializations.find(({ name }) => sameText(text)(name))?.name;
  if (specialization) return { search: '', category: '', chosen: [...new Set([...chosen, specialization])] };
  const category = filterCategories.find(sameText(text)) ?? '';
  return { search: category ? '' : text, category, chosen };
}

/** Search by hair, place and time. The chips filter at once, through the address; the form leads to all results. */
export function FindSlots({ filters, change }: { filters: Filters; change: (next: Partial<Filters>) => void }) {
  const navigate = useNavigate();

  function submit(next: Partial<Filters>) {
    const wanted = { ...filters, ...next };
    // Back comes to this page as it was left.
    change(wanted);
    void navigate(
      `${pagePath(wanted.search || wanted.category ? 'browseServices' : 'browseProfessionals')}?${queryOf(wanted)}`,
    );
  }
  function toggled(name: string) {
    const { chosen } = filters;
    return chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
  }

  return (
    <search className={styles.search}>
      <FindBar
        filters={filters}
        change={change}
        action={pagePath('browseServices')}
        what="Hair or service"
        where="Suburb or city"
        button="Find times"
        said={filters.search || spelled(filters.category)}
        ask={(text) => asked(text, filters.chosen)}
        onSubmit={submit}
        dark
      >
        {(place) => (
          <>
            <noscript>
              <PlainHair hair={specializationSaid} />
            </noscript>

            <NearMe
              filters={filters}
              change={change}
              className={styles.chip}
              among={(nearMe) => (
                <fieldset data-scripted className={styles.hair} onFocus={showFocused}>
                  <legend className="visually-hidden">Your hair</legend>
                  {nearMe}
                  {specializationSaid.map(([said, name]) => (
                    <button
                      key={name}
                      type="button"
                      className={styles.chip}
                      aria-pressed={filters.chosen.includes(name)}
                      onClick={() => change({ ...place, chosen: toggled(name) })}
                    >
                      {said}
                    </button>
                  ))}
                </fieldset>
              )}
            />
          </>
        )}
      </FindBar>
    </search>
  );
}
