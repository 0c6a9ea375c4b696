import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { isListed, isVisible } from '#server/features/parties/visibility.ts';
import type { ShareContent } from '#server/images/share-content.ts';
import type { ProfessionalType } from '#shared/constants.ts';
import { formatMinutes } from '#shared/duration.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { spelled } from '#shared/spelled.ts';

type Card = { key: string; width: number } | null;

const ofProfessional = statement(
  'share_of_professional',
  (_, p: Params<{ id: string }>) => sql<{
    id: string;
    display_name: string;
    professional_type: ProfessionalType;
    location: string;
    profile_picture: string | null;
    card_picture: Card;
    specializations: string[];
    price_from_cents: number | null;
  }>`
    select p.id, p.display_name, p.professional_type, p.location, p.profile_picture, p.card_picture,
      array(select sp.name from professional_specializations ps join specializations sp on sp.id = ps.specialization_id
        where ps.professional_id = p.id order by sp.id) as specializations,
      (select min(price_cents) from services where professional_id = p.id and is_active and deleted_at is null) as price_from_cents
    from professionals p where p.id = ${p.id} and ${isVisible('p')}`,
);

const ofService = statement(
  'share_of_service',
  (_, p: Params<{ id: string }>) => sql<{
    id: string;
    name: string;
    display_name: string;
    location: string;
    service_duration_minutes: number;
    price_cents: number;
    category: string;
    card_picture: Card;
    profile_picture: string | null;
  }>`
    select s.id, s.name, p.display_name, p.location, s.service_duration_minutes, s.price_cents, s.category,
      coalesce(s.card_picture, p.card_picture) as card_picture, p.profile_picture
    from services s join professionals p on p.id = s.professional_id
    where s.id = ${p.id} and ${isListed('s')}`,
);

/** A picture in our own store; those elsewhere are never fetched. */
function ownPicture(path: string | null): ShareContent['picture'] {
  const [, key, width] = /^\/images\/([0-9a-f-]{36})\/(\d+)\.webp$/.exec(path ?? '') ?? [];
  return key === undefined ? null : { key, width: Number(width) };
}

function cardPicture(card: Card): ShareContent['picture'] {
  return card && { key: card.key, width: card.width };
}

/** What the picture of a professional's page shows; undefined for one whom others do not see. */
export async function shareOfProfessional(db: Db, id: string): Promise<ShareContent | undefined> {
  const row = await ofProfessional.executeTakeFirst(db, { id });
  return (
    row && {
      title: row.display_name,
      line: `${row.professional_type === 'barber' ? 'Barber' : 'Hairdresser'} in ${row.location}`,
      labels: row.specializations.slice(0, 3).map(spelled),
      price: row.price_from_cents === null ? '' : `from ${formatPrice(toDollars(row.price_from_cents))}`,
      picture: ownPicture(row.profile_picture) ?? cardPicture(row.card_picture),
      id: row.id,
    }
  );
}

/** What the picture of a service's page shows; undefined for one that others do not see. */
export async function shareOfService(db: Db, id: string): Promise<ShareContent | undefined> {
  const row = await ofService.executeTakeFirst(db, { id });
  return (
    row && {
      title: row.name,
      line: `with ${row.display_name} in ${row.location}`,
      labels: [formatMinutes(row.service_duration_minutes), spelled(row.category)],
      price: formatPrice(toDollars(row.price_cents)),
      picture: cardPicture(row.card_picture) ?? ownPicture(row.profile_picture),
      id: row.id,
    }
  );
}
