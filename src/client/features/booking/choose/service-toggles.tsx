import { Icon } from '#client/ui/icon.tsx';
import { maxServicesPerBooking } from '#shared/constants.ts';
import { formatHours } from '#shared/duration.ts';
import { optionIdsOf } from '#shared/rules/lines.ts';
import type { Service } from '#shared/services.ts';
import type { Choices } from './choices.ts';
import { LineLength, priceText } from './line-cost.tsx';
import { chosenLine } from './lines.ts';
import { hasOptions, ServiceOptions } from './service-options.tsx';
import styles from './service-toggles.module.css';

interface ServiceTogglesProps {
  services: readonly Service[];
  selected: Selected;
  onChange: (selected: Selected) => void;
}

export type Selected = Pick<Choices, 'serviceIds' | 'optionIds'>;

/** Services to select or deselect, those selected with their options; the order of selection is kept. */
export function ServiceToggles({
  services,
  selected: { serviceIds: selected, optionIds },
  onChange,
}: ServiceTogglesProps) {
  function toggle(service: Service) {
    const { id } = service;
    if (!selected.includes(id)) return onChange({ serviceIds: [...selected, id], optionIds });
    const own = optionIdsOf(service);
    return onChange({
      serviceIds: selected.filter((one) => one !== id),
      optionIds: optionIds.filter((one) => !own.includes(one)),
    });
  }
  const isFull = selected.length >= maxServicesPerBooking;
  return (
    <>
      <ul className={styles.list}>
        {services.map((service) => {
          const { id, name } = service;
          const line = chosenLine(service, optionIds);
          const on = selected.includes(id);
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.service}
                aria-pressed={on}
                disabled={isFull && !on}
                onClick={() => toggle(service)}
              >
                <span className={styles.mark} aria-hidden="true">
                  {on && <Icon size={16} strokeWidth={2.4} path="M3 8.5 6.5 12 13 4.5" />}
                </span>
                <span className={styles.text}>
                  <span className={`figure ${styles.name}`}>
                    <bdi>{name}</bdi>
                  </span>{' '}
                  <span className={styles.minutes}>
                    <LineLength line={line} format={formatHours} />
                  </span>
                </span>{' '}
                <span className="figure">{priceText(line)}</span>
              </button>
              {on && hasOptions(service) && (
                <div className={styles.options}>
                  <ServiceOptions
                    service={service}
                    chosen={optionIds}
                    onChange={(options) => onChange({ serviceIds: selected, optionIds: options })}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {isFull && (
        <p className="soft" role="status">
          You can book up to {maxServicesPerBooking} services at once.
        </p>
      )}
    </>
  );
}
