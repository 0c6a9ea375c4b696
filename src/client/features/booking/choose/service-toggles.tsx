import { Icon } from '#client/ui/icon.tsx';
import { Length } from '#client/ui/length.tsx';
import { maxServicesPerBooking } from '#shared/constants.ts';
import { formatHours } from '#shared/duration.ts';
import { formatPrice } from '#shared/rules/price.ts';
import styles from './service-toggles.module.css';

interface ServiceTogglesProps {
  services: readonly { id: string; name: string; price: number; service_duration_minutes: number }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

/** Services to select or deselect; `selected` keeps the order of selection. */
export function ServiceToggles({ services, selected, onChange }: ServiceTogglesProps) {
  const isFull = selected.length >= maxServicesPerBooking;
  return (
    <>
      <ul className={styles.list}>
        {services.map(({ id, name, price, service_duration_minutes }) => {
          const on = selected.includes(id);
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.service}
                aria-pressed={on}
                disabled={isFull && !on}
                onClick={() => onChange(on ? selected.filter((one) => one !== id) : [...selected, id])}
              >
                <span className={styles.mark} aria-hidden="true">
                  {on && <Icon size={16} strokeWidth={2.4} path="M3 8.5 6.5 12 13 4.5" />}
                </span>
                <span className={styles.text}>
                  <span className={`figure ${styles.name}`}>
                    <bdi>{name}</bdi>
                  </span>{' '}
                  <span className={styles.minutes}>
                    <Length minutes={service_duration_minutes} format={formatHours} />
                  </span>
                </span>{' '}
                <span className="figure">{formatPrice(price)}</span>
              </button>
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
