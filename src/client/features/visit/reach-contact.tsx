import { ButtonAnchor } from '#client/ui/button.tsx';
import type { Contact } from '#shared/contacts.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { Reach } from './reach.tsx';
import { inviteText, smsLink } from './texts.ts';
import styles from './visit.module.css';

interface ReachContactProps {
  contact: Contact;
  number: string;
  own: OwnProfessional;
}

/** Call and Text, and who has no account is invited to book online from one's own phone. */
export function ReachContact({ contact, number, own }: ReachContactProps) {
  const { name, client_id, next_visit } = contact;
  const where = own.place?.address ?? own.location;
  const visit = next_visit === null ? undefined : { start: Date.parse(next_visit), where, isAhead: true };
  return (
    <div className={styles.bar}>
      <Reach name={name} number={number} {...(visit && { visit })} />
      {client_id === null && (
        <ButtonAnchor look="secondary" href={smsLink(number, inviteText(name, own))}>
          Invite to book online
        </ButtonAnchor>
      )}
    </div>
  );
}
