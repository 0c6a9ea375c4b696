import { type Clause, contactClause, LegalPage } from '#client/features/legal/legal-page.tsx';
import { Link } from '#client/ui/link.tsx';
import { pagePath, pages } from '#shared/pages.ts';

export function PrivacyPolicy() {
  return (
    <LegalPage
      title={pages.privacyPolicy.title}
      intro={
        <p>
          This policy says what Saluni ("we", "us") knows about you, what we use it for, who else sees it, and what you
          can ask of us. We follow the Australian Privacy Principles of the Privacy Act 1988.
        </p>
      }
      clauses={clauses}
    />
  );
}

const clauses: Clause[] = [
  {
    id: 'collect',
    title: 'Information we collect',
    body: (
      <>
        <ul>
          <li>
            <strong>Personal information:</strong> your name, email address and phone number, your bookings, the notes
            that you add to your profile and to bookings, and the feedback that you send us.
          </li>
          <li>
            <strong>Business information:</strong> of professionals, the business name, location, services, prices,
            availability, specializations, experience and pictures.
          </li>
          <li>
            <strong>Payment details:</strong> where a professional is paid deposits, and where a client wants a refund:
            a PayID or a bank account and its name. Only the two people of a booking see them, and they go with the
            account. We keep no card numbers, and no money passes through us.
          </li>
          <li>
            <strong>Technical information:</strong> your IP address, browser and device, the pages that you visit, and
            when.
          </li>
        </ul>
        <p>
          Most of it you tell us yourself. Notes are for what an appointment needs, such as an allergy or what your
          scalp can take; please write nothing there that your professional need not know. Pictures lose the place and
          the camera's data that are hidden in them when they are uploaded.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    body: (
      <ul>
        <li>To run your account, and to arrange bookings, confirm them and remind you of them.</li>
        <li>To review professionals who apply, and to answer you.</li>
        <li>To keep the service safe: to limit abuse, and to tell you of a login from a new device.</li>
        <li>To find out what works and make Saluni better.</li>
      </ul>
    ),
  },
  {
    id: 'sharing',
    title: 'Sharing',
    body: (
      <>
        <p>
          Client and professional see of each other what an appointment needs: the client's name, phone number and
          notes; the professional's name, place and services. A professional sees a client's phone number until 90 days
          after their last appointment together. A professional's profile, services, pictures and free times are public.
        </p>
        <p>
          Messages and their pictures are for the two people who write to each other. We read them only when one of the
          two reports a conversation: then its newest 50 messages as they are at that moment, until we close the report,
          even if they are deleted meanwhile. An unread message is mailed once, with its text and without its pictures.
        </p>
        <p>
          Beyond that we share information only with service providers who work for us, such as hosting and email, and
          with legal authorities when the law requires it. We never sell your information.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <p>
        We keep what is needed to stay logged in, and your choices, in your browser's storage. Statistics about visits
        may use cookies. You can refuse or delete them in your browser's settings; without what keeps you logged in, you
        have to log in again.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'Retention',
    body: (
      <p>
        We keep information for as long as your account exists, and afterwards only as long as the law asks us to. You
        can delete your account in your <Link to={pagePath('settings')}>settings</Link>; on your request we also delete
        what we hold about you without an account. The bookings of others stay, without your name, and what they wrote
        to you; what you wrote goes.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <p>
        Connections are encrypted, passwords are stored so that nobody can read them, and only people who need it for
        their work have access; what they do is recorded. No system is perfectly safe; if something happens that is
        likely to harm you, we tell you and the Office of the Australian Information Commissioner.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You can ask what we hold about you, have it corrected or deleted, receive a copy, or object to a use of it.
          Most of this you can do yourself: correct your profile, and download a copy or delete your account in your{' '}
          <Link to={pagePath('settings')}>settings</Link>. You choose there, too, which emails you want.
        </p>
        <p>
          If our answer does not satisfy you, you can complain to the Office of the Australian Information Commissioner.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When this policy changes, the new one appears here with its date. Of important changes we tell you by email.
      </p>
    ),
  },
  contactClause('your privacy'),
];
