import { type Clause, contactClause, LegalPage } from '#client/features/legal/legal-page.tsx';
import { Link } from '#client/ui/link.tsx';
import { pagePath, pages } from '#shared/pages.ts';

export function PrivacyPolicy() {
  return (
    <LegalPage
      title={pages.privacyPolicy.title}
      intro={
        <p>
          This policy explains what Saluni ("we", "us") knows about you, what we use it for, who else sees it, and what
          you can ask of us. We follow the Australian Privacy Principles of the Privacy Act 1988.
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
            you add to your profile and to bookings, the messages and reviews you write, and the feedback you send us.
          </li>
          <li>
            <strong>Business information:</strong> a professional's business name, location, services, prices,
            availability, specializations, experience and pictures.
          </li>
          <li>
            <strong>Payment details:</strong> where a professional takes deposits, and where a client wants a refund: a
            PayID, or a bank account and its name. Only the two people of a booking see them, and we delete them with
            the account. We keep no card numbers, and no money passes through us.
          </li>
          <li>
            <strong>Addresses:</strong> where a professional works, and where a client is visited. Only the two people
            of a booking see them, a professional's once it's confirmed, and until 30 days after the visit; a salon can
            make its own public. A client's is deleted a day after that.
          </li>
          <li>
            <strong>Hair and health:</strong> what you tell us about your hair, if you like, with up to six pictures.
            Allergies, patch tests and notes on your scalp are health information: we only keep them if you agree, and
            we keep them encrypted.
          </li>
          <li>
            <strong>Technical information:</strong> your IP address, browser and device, the pages you open, and when.
          </li>
        </ul>
        <p>
          Most of it you tell us yourself. Notes are for what matters at your visit, such as an allergy or a sensitive
          scalp. Please don't write anything your professional doesn't need to know. When you upload a picture, we
          remove the place and camera data hidden in it.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    body: (
      <ul>
        <li>To run your account, arrange and confirm bookings, and remind you of them.</li>
        <li>To review professionals who apply, and to answer you.</li>
        <li>To keep the service safe: to limit abuse, and to let you know of a login from a new device.</li>
        <li>To find out what works, and make Saluni better.</li>
      </ul>
    ),
  },
  {
    id: 'sharing',
    title: 'Sharing',
    body: (
      <>
        <p>
          Client and professional see what they need of each other for a booking: the client's name, phone number and
          notes; the professional's name, place and services. A professional sees a client's phone number until 90 days
          after their last visit. A professional's profile, services, pictures and free times are public, and so are
          reviews, with the client's first name and initial.
        </p>
        <p>
          Messages and their pictures are for the two people who write to each other. We only read them when one of the
          two reports a conversation: then we see its newest 50 messages as they are at that moment, until we close the
          report, even if they're deleted meanwhile. We email an unread message once, with its text and without its
          pictures.
        </p>
        <p>
          What you tell us about your hair and your health is yours. A professional only sees what you tick for a
          booking, from then until 30 days after the visit; you can take it back at any time, and you can see when they
          looked. It's never in an email or a notification. If you let us count your visits, we show how many people
          with hair like yours somebody has looked after: never a number below 3, and never who. A review only shows
          your texture if you say so.
        </p>
        <p>
          Beyond that, we only share information with service providers who work for us, such as hosting and email, and
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
        We keep your login and your choices in your browser's storage. Statistics about the use of our pages may use
        cookies. You can refuse or delete them in your browser's settings; without your login there, you'll have to log
        in again.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'Retention',
    body: (
      <p>
        We keep information for as long as you have an account, and after that only as long as the law asks us to. You
        can delete your account in your <Link to={pagePath('settings')}>settings</Link>; if you ask, we also delete what
        we hold about you without an account. Other people's bookings stay, without your name, and so does what they
        wrote to you. What you wrote goes. What you told us about your hair goes with your account, and health notes
        also as soon as you delete them; we keep the list of who looked for 365 days.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <p>
        Connections are encrypted, passwords are stored so that nobody can read them, and only people who need it for
        their work have access. We record what they do. No system is perfectly safe: if something happens that's likely
        to harm you, we'll tell you and the Office of the Australian Information Commissioner.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You can ask what we hold about you, have it corrected or deleted, get a copy, or object to how we use it. You
          can do most of this yourself: correct your profile, and download a copy or delete your account in your{' '}
          <Link to={pagePath('settings')}>settings</Link>. That's also where you choose which emails you want.
        </p>
        <p>
          If you're not happy with our answer, you can complain to the Office of the Australian Information
          Commissioner.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When this policy changes, you'll find the new one here with its date. We'll email you about important changes.
      </p>
    ),
  },
  contactClause('your privacy'),
];
