import { PrivatePicture } from '#client/features/pictures/private-pictures.tsx';
import { Card } from '#client/ui/card.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { OwnHair } from '#shared/hair.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { isTicked, type Share } from '#shared/rules/hair.ts';
import styles from './hair.module.css';
import { answersOf } from './questions.tsx';
import { useOwnHair } from './use-own-hair.ts';

interface ShareFieldsProps {
  /** Who will see it. */
  name: string;
  share: Share;
  onChange: (share: Share) => void;
}

const myHair = pagePath('myHair', { part: '' });

/** What a client lets a professional see for one booking: hair, health and each picture are ticked apart. */
export function ShareFields({ name, share, onChange }: ShareFieldsProps) {
  const { data: own, error, refetch } = useOwnHair();
  if (error && !own) return <Failure text="Failed to load your hair." retry={refetch} />;
  if (!own) return <Skeleton height="150px" />;
  const isEmpty = own.hair === null && own.health === null && own.pictures.length === 0;
  return (
    <Card padded>
      <Fieldset legend={`What ${isolated(name)} sees of your hair`}>
        {isEmpty && !isTicked(share) ? (
          <p className="soft">
            Nothing yet. <Link to={myHair}>Tell us about your hair</Link> once, then share it with the bookings you
            like.
          </p>
        ) : (
          <Ticks own={own} share={share} onChange={onChange} />
        )}
      </Fieldset>
    </Card>
  );
}

function Ticks({ own, share, onChange }: Pick<ShareFieldsProps, 'share' | 'onChange'> & { own: OwnHair }) {
  const answers = own.hair ? answersOf(own.hair) : [];
  return (
    <>
      <div>
        <Checkbox
          label="My hair"
          checked={share.hair}
          aria-describedby="shared-hair"
          onChange={({ target: { checked } }) => onChange({ ...share, hair: checked })}
        />
        <p id="shared-hair" className={styles.words}>
          {answers.map(({ name, text }) => `${name}: ${text}`).join('. ') || 'Nothing told yet.'}
        </p>
      </div>
      <div>
        <Checkbox
          label="My health notes"
          checked={share.health}
          aria-describedby="shared-health"
          onChange={({ target: { checked } }) => onChange({ ...share, health: checked })}
        />
        <p id="shared-health" className={styles.words}>
          {own.health ? 'Allergies, scalp and patch tests.' : 'None written yet.'}
        </p>
      </div>
      {own.pictures.length > 0 && (
        <ul className={styles.tiles} aria-label="Pictures of your hair">
          {own.pictures.map((picture, at) => (
            <li key={picture.id} className={styles.tile}>
              <PrivatePicture address="/clients/me/hair/pictures" picture={picture} size="small" alt="" />
              <Checkbox
                label={`Picture ${at + 1}`}
                checked={share.picture_ids.includes(picture.id)}
                onChange={({ target: { checked } }) => {
                  const others = share.picture_ids.filter((id) => id !== picture.id);
                  onChange({ ...share, picture_ids: checked ? [...others, picture.id] : others });
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="soft">
        Seen as it is then, until 30 days after the visit. Untick it, and it's gone at once.{' '}
        <Link to={myHair}>Change your hair</Link>
      </p>
    </>
  );
}
