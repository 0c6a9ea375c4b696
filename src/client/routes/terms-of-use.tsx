import { type Clause, contactClause, LegalPage } from '#client/features/legal/legal-page.tsx';
import { Link } from '#client/ui/link.tsx';
import { pagePath, pages } from '#shared/pages.ts';

export function TermsOfUse() {
  return (
    <LegalPage
      title={pages.termsOfUse.title}
      intro={
        <p>
          These terms apply between you and Saluni ("we", "us") whenever you use our website and the services on it. By
          using Saluni you agree to them. If you do not agree, please do not use it. "Client" means a person who books
          an appointment, "professional" a barber, hairdresser or specialist who offers appointments on Saluni.
        </p>
      }
      clauses={clauses}
    />
  );
}

const clauses: Clause[] = [
  {
    id: 'eligibility',
    title: 'Eligibility',
    body: (
      <>
        <p>
          You must be 18 years or older to use Saluni. By making an account you confirm that you are, and that you may
          enter into a binding agreement.
        </p>
        <p>
          A parent or guardian may book an appointment for a child, from the adult's own account, and is responsible for
          it.
        </p>
        <p>
          Professionals confirm that they are allowed to work in Australia and hold the qualifications, registrations
          and insurance that the law asks of their trade. We review each professional before their spot is confirmed,
          and may decline without giving reasons.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Account responsibilities',
    body: (
      <ul>
        <li>What you tell us about yourself and your business must be true, and kept up to date.</li>
        <li>An account is for one person. Do not share it, and do not open one in somebody else's name.</li>
        <li>Keep your password to yourself. You are responsible for what is done with your account.</li>
        <li>
          Tell us at once when you think that somebody else has used it, and end its sessions in your{' '}
          <Link to={pagePath('settings')}>settings</Link>.
        </li>
      </ul>
    ),
  },
  {
    id: 'bookings',
    title: 'Bookings',
    body: (
      <>
        <p>
          A booking is a request until the professional confirms it. A request holds its time; it ends by itself when it
          is not answered by the time that is shown with it. What was booked, its price and its length are kept as they
          were when the request was made.
        </p>
        <p>
          The client, the professional or Saluni may cancel a request or a confirmed booking until it starts. The other
          side is told. Please cancel as early as you can: somebody else may be waiting for that time.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'Permitted use',
    body: (
      <>
        <p>You may use Saluni to offer, find, book and manage hair appointments. You may not:</p>
        <ul>
          <li>break the law or the rights of others with it;</li>
          <li>book without meaning to come, or offer what you cannot deliver;</li>
          <li>insult, harass or turn away people because of who they are or what their hair is like;</li>
          <li>use the contact details of a client or professional for anything but their appointment;</li>
          <li>copy listings or other people's details from it, by hand or by machine;</li>
          <li>disturb it, get around its safeguards, or enter parts that are not meant for you.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'Payments',
    body: (
      <>
        <p>
          Prices are in Australian dollars and set by each professional. Unless a page says otherwise, the client pays
          the professional directly, at the appointment.
        </p>
        <p>
          A professional may ask for a deposit. The client pays it straight to the professional's own PayID or bank
          account: Saluni works out the amount, reminds both of them and keeps the record, and never holds or moves the
          money. What happens to it on a cancellation stands before each booking. All consumer guarantees stay.
        </p>
        <p>
          Fees that you pay to Saluni are non-refundable unless we state otherwise or the law gives you a right to a
          refund.
        </p>
      </>
    ),
  },
  {
    id: 'property',
    title: 'Intellectual property',
    body: (
      <>
        <p>
          Saluni's name, design, ornament and software belong to us, and may not be copied or used without our written
          consent.
        </p>
        <p>
          What you upload stays yours: you keep all rights to your data, texts and pictures, and allow us to store,
          resize and show them as far as running the service needs it, for as long as they are on Saluni. Upload only
          what you may show: your own work, with the agreement of everyone who can be recognised in it. We may take down
          what breaks these terms.
        </p>
      </>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <>
        <p>
          You may close your account at any time in your <Link to={pagePath('settings')}>settings</Link>. Requests that
          are open are then cancelled; what other people's bookings need stays, without your name.
        </p>
        <p>
          We may suspend or close an account that breaks these terms or puts other people at risk. Where we can, we say
          why, and hear you first.
        </p>
      </>
    ),
  },
  {
    id: 'disclaimers',
    title: 'Disclaimers',
    body: (
      <>
        <p>
          Saluni introduces clients and professionals to each other. The appointment itself is an agreement between the
          two of them; we are not a party to it, and we do not employ the professionals.
        </p>
        <p>
          We provide the service as it is and do not promise that it is always available or without faults. Nothing in
          these terms takes away rights that the Australian Consumer Law gives you and that cannot be excluded.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    body: (
      <p>
        As far as the law allows, our total liability to you is limited to the amount that you paid to Saluni in the
        past 12 months, and we are not liable for indirect losses, such as lost income.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    body: (
      <p>
        These terms are governed by the law of Victoria, Australia. Its courts decide disputes that we cannot settle
        between us; please write to us first. If a part of these terms turns out to be invalid, the rest still holds.
      </p>
    ),
  },
  contactClause('these terms'),
];
