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
          using Saluni you agree to them. If you don't agree, please don't use it. A "client" is a person who books, a
          "professional" a barber, hairdresser or specialist who takes bookings on Saluni.
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
          You must be 18 years or older to use Saluni. By making an account you confirm that you are, and that you can
          enter into a binding agreement.
        </p>
        <p>A parent or guardian may book for a child from their own account, and is responsible for that booking.</p>
        <p>
          Professionals confirm that they are allowed to work in Australia and have the qualifications, registrations
          and insurance the law requires for their trade. We review each professional before their spot is confirmed,
          and we can decline without giving reasons.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Account responsibilities',
    body: (
      <ul>
        <li>What you tell us about yourself and your business must be true. Please keep it up to date.</li>
        <li>An account is for one person. Don't share it, and don't open one in someone else's name.</li>
        <li>Keep your password to yourself. You're responsible for what's done with your account.</li>
        <li>
          If you think someone else has used it, tell us straight away and log out everywhere in your{' '}
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
          A booking is a request until the professional confirms it. We hold the time meanwhile. If they don't answer by
          the time shown with it, the request ends. The services, the price and the length stay as they were when you
          asked.
        </p>
        <p>
          The client, the professional or Saluni can cancel a request or a confirmed booking until it starts, and we let
          the other side know. Please cancel as early as you can: someone else may be waiting for that time.
        </p>
        <p>
          What a client shares of their hair or health is for that visit alone. Professionals may not copy it, keep it
          or pass it on.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'Permitted use',
    body: (
      <>
        <p>You can use Saluni to offer, find, book and manage visits to hair professionals. Please don't:</p>
        <ul>
          <li>break the law or other people's rights with it;</li>
          <li>book without meaning to come, or offer what you can't deliver;</li>
          <li>insult, harass or turn away people because of who they are or what their hair is like;</li>
          <li>use a client's or a professional's contact details for anything but their bookings;</li>
          <li>copy listings or other people's details from it, by hand or by machine;</li>
          <li>disrupt it, get around its safeguards, or go into parts that aren't meant for you.</li>
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
          Prices are in Australian dollars and set by each professional. Unless a page says otherwise, you pay the
          professional directly, at the visit.
        </p>
        <p>
          A professional can ask for a deposit. The client pays it straight to the professional's own PayID or bank
          account. Saluni works out the amount, reminds both of them and keeps the record, but never holds or moves the
          money. We show what happens to it on a cancellation before you book. All consumer guarantees still apply.
        </p>
        <p>
          Fees you pay to Saluni are non-refundable unless stated otherwise, or unless the law gives you a right to a
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
          Saluni's name, design, ornament and software belong to us. Please don't copy or use them without our written
          consent.
        </p>
        <p>
          What you upload stays yours. You keep all rights to your data, texts and pictures, and let us store, resize
          and show them as far as we need to run Saluni, for as long as they're on it. Only upload what you're allowed
          to show: your own work, with the agreement of everyone who can be recognised in it. We can take down what
          breaks these terms.
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
          You can close your account at any time in your <Link to={pagePath('settings')}>settings</Link>. We then cancel
          any open requests. What other people's bookings need stays, without your name.
        </p>
        <p>
          We can suspend or close an account that breaks these terms or puts other people at risk. Where we can, we'll
          tell you why and hear you out first.
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
          Saluni brings clients and professionals together. The visit itself is an agreement between the two of them:
          we're not a party to it, and we don't employ the professionals.
        </p>
        <p>
          We provide the service as it is, and can't promise that it's always available or free of faults. Nothing in
          these terms takes away rights that the Australian Consumer Law gives you and that can't be excluded.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    body: (
      <p>
        As far as the law allows, our total liability to you is limited to the amount you paid to Saluni in the past 12
        months, and we're not liable for indirect losses, such as lost income.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    body: (
      <p>
        These terms are governed by the law of Victoria, Australia. Please write to us first: its courts decide what we
        can't settle between us. If part of these terms turns out to be invalid, the rest still applies.
      </p>
    ),
  },
  contactClause('these terms'),
];
