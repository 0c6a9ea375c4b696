import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import type { SharedHair } from '#shared/hair.ts';
import { formatDate } from '#shared/time.ts';
import { allergyWords, resultWords } from './words.ts';

const dayWords = (day: string) => formatDate(Date.parse(day), 'UTC');

/** What of somebody's health matters for their hair, in words. */
export function HealthFacts({ health }: { health: NonNullable<SharedHair['health']> }) {
  const { allergies, allergy_note, scalp_note, tender, patch_tests } = health;
  const named = allergies.map((one) => allergyWords[one]).join(', ');
  return (
    <DetailList inset>
      <Detail name="Allergies">{[named, allergy_note].filter(Boolean).join('\n') || 'None told'}</Detail>
      {tender !== null && <Detail name="Tender scalp">{tender ? 'Yes' : 'No'}</Detail>}
      {scalp_note && <Detail name="Scalp">{scalp_note}</Detail>}
      {patch_tests.length > 0 && (
        <Detail name="Patch tests">
          {patch_tests
            .map(
              ({ product, applied_on, read_on, result }) =>
                `${product}: ${dayWords(applied_on)}${read_on ? `, read ${dayWords(read_on)}` : ''}${
                  result ? `, ${resultWords[result].toLowerCase()}` : ''
                }`,
            )
            .join('\n')}
        </Detail>
      )}
    </DetailList>
  );
}
