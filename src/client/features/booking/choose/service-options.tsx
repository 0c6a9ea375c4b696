import { type ReactNode, useId } from 'react';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ServiceOrnament } from '#client/features/pictures/ornaments.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { formatHours } from '#shared/duration.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { Service } from '#shared/services.ts';
import { isOffered, type Optioned, withChoice } from './lines.ts';
import styles from './service-options.module.css';

interface ServiceOptionsProps {
  service: Optioned;
  /** Choices and extras of this service, and those of others, which stay. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Says at each axis without a choice that one is missing. */
  isAsked?: boolean;
}

export const hasOptions = ({ variants, extras }: Pick<Service, 'variants' | 'extras'>) =>
  variants !== null || extras.length > 0;

export const prepareNames: Record<Service['prepare'][number]['kind'], string> = {
  do: 'Do',
  bring: 'Bring',
  avoid: 'Avoid',
};

/** `+$30.00, +30 min`. */
export function extraCost({ price, service_duration_minutes: minutes }: Service['extras'][number]): string {
  const parts = [price > 0 && `+${formatPrice(price)}`, minutes > 0 && `+${formatHours(minutes)}`].filter(Boolean);
  return parts.join(', ') || 'included';
}

/** How a service is wanted: one chip of each axis, who prepares the hair, and what comes on top. */
export function ServiceOptions({ service, chosen, onChange, isAsked = false }: ServiceOptionsProps) {
  const { name, variants, extras, prepare } = service;
  const group = useId();
  if (!hasOptions(service)) return null;
  const instead = prepare.flatMap((item) =>
    extras.filter(({ id }) => id === item.extra_id).map((extra) => ({ item, extra })),
  );
  const others = extras.filter(({ id }) => !instead.some(({ extra }) => extra.id === id));
  const change = (id: string, on: boolean) => onChange([...chosen.filter((one) => one !== id), ...(on ? [id] : [])]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fieldsets within are the groups that are seen
    <div role="group" aria-label={`Options of ${name}`} className={styles.options} data-options={service.id}>
      {variants?.axes.map((axis, n) => {
        const isMissing = isAsked && !axis.choices.some(({ id }) => chosen.includes(id));
        return (
          <ChipGroup key={axis.kind} legend={axis.name} problem={isMissing ? `Choose ${axis.name.toLowerCase()}.` : ''}>
            {axis.choices.map((choice) => {
              const offered = isOffered(service, chosen, n, choice.id);
              return (
                <Chip
                  name={`${group} ${axis.kind}`}
                  key={choice.id}
                  checked={chosen.includes(choice.id)}
                  isOff={!offered}
                  onChoose={() => onChange(withChoice(service, chosen, n, choice.id))}
                >
                  {choice.picture && (
                    <CardPicture picture={{ ...choice.picture, alt: '' }} width={56} className={styles.picture}>
                      <ServiceOrnament service={service} width={112} height={112} />
                    </CardPicture>
                  )}
                  <span>
                    <bdi>{choice.name}</bdi>
                    {!offered && <span className={styles.off}>not offered</span>}
                  </span>
                </Chip>
              );
            })}
          </ChipGroup>
        );
      })}
      {instead.map(({ item, extra }) => {
        const on = chosen.includes(extra.id);
        return (
          <ChipGroup key={item.id} legend={item.text}>
            <Chip name={`${group} ${item.id}`} checked={!on} onChoose={() => change(extra.id, false)}>
              I'll do it
            </Chip>
            <Chip name={`${group} ${item.id}`} checked={on} onChoose={() => change(extra.id, true)}>
              Do it for me ({extraCost(extra)})
            </Chip>
          </ChipGroup>
        );
      })}
      {others.length > 0 && (
        <fieldset className={styles.group}>
          <legend>Extras</legend>
          <div className={styles.extras}>
            {others.map((extra) => (
              <Switch
                key={extra.id}
                label={<bdi>{extra.name}</bdi>}
                hint={extraCost(extra)}
                checked={chosen.includes(extra.id)}
                onChange={(event) => change(extra.id, event.target.checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

interface ChipGroupProps {
  legend: string;
  problem?: string;
  children: ReactNode;
}

function ChipGroup({ legend, problem, children }: ChipGroupProps) {
  const id = useId();
  return (
    <fieldset
      className={styles.group}
      aria-describedby={problem ? id : undefined}
      data-missing={problem ? '' : undefined}
    >
      <legend>
        <bdi>{legend}</bdi>
      </legend>
      <div className={styles.chips}>{children}</div>
      {problem && (
        <p id={id} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface ChipProps {
  /** Of its group. */
  name: string;
  checked: boolean;
  /** Not offered with what is chosen so far. */
  isOff?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Chip({ name, checked, isOff, onChoose, children }: ChipProps) {
  return (
    <label className={styles.chip} data-off={isOff || undefined}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
