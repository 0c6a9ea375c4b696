import { mapUrl } from '#shared/rules/place.ts';
import styles from './map-link.module.css';

/** A way to an address on a map; the map is told it, and nobody else. */
export function MapLink({ address }: { address: string }) {
  return (
    <a
      className={styles.map}
      href={mapUrl(address)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Map of ${address}, in a new tab`}
    >
      Map
    </a>
  );
}
