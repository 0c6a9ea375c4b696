import { ProfessionalCard } from '#client/features/browse/professional-card.tsx';
import { lookOfProfessional } from '#client/features/pictures/ornaments.tsx';
import type { Outputs } from '#client/lib/trpc.ts';
import { pairTurns } from '#shared/ornament-patterns.ts';

/** The items of a list of cards. */
export function FreeCards({ professionals }: { professionals: Outputs['professionals']['list']['results'] }) {
  const turns = pairTurns(professionals.map(lookOfProfessional));
  return professionals.map((professional, index) => (
    <li key={professional.id}>
      <ProfessionalCard professional={professional} turn={turns[index]} heading="h3" />
    </li>
  ));
}
