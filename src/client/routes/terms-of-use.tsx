import { Clause, Contact, LegalPage } from '#client/features/legal-page.tsx';
import { pages } from '#shared/pages.ts';

export function TermsOfUse() {
  return (
    <LegalPage title={pages.termsOfUse.title}>
      <p>
        These terms apply between you and Saluni whenever you use our website and the services on it. By using Saluni you agree to them. If
        you do not agree, please do not use it.
      </p>
      <Clause title="Eligibility">
        <p>You must be 18 years or older to use Saluni. By making an account you confirm that you are.</p>
      </Clause>
      <Clause title="Account responsibilities">
        <ul>
          <li>What you tell us about yourself and your business must be true, and kept up to date.</li>
          <li>Keep your password to yourself. You are responsible for what is done with your account.</li>
          <li>Tell us at once when you think that somebody else has used it.</li>
        </ul>
      </Clause>
      <Clause title="Permitted use">
        <p>You may use Saluni to offer, find, book and manage hair appointments. You may not:</p>
        <ul>
          <li>break the law or the rights of others with it;</li>
          <li>book without meaning to come, or offer what you cannot deliver;</li>
          <li>copy listings or other people's details from it, by hand or by machine;</li>
          <li>disturb it, get around its safeguards, or enter parts that are not meant for you.</li>
        </ul>
      </Clause>
      <Clause title="Payments">
        <p>
          Prices are in Australian dollars and set by each professional. Fees that you pay to Saluni are non-refundable unless we state
          otherwise or the law gives you a right to a refund.
        </p>
      </Clause>
      <Clause title="Intellectual property">
        <p>
          Saluni's name, design, ornament and software belong to us. What you upload stays yours: you keep all rights to your data, texts
          and pictures, and allow us to store and show them as far as running the service needs it.
        </p>
      </Clause>
      <Clause title="Termination">
        <p>
          You may close your account at any time. We may suspend or close an account that breaks these terms or puts other people at risk.
          Bookings that were made before remain between the client and the professional.
        </p>
      </Clause>
      <Clause title="Disclaimers">
        <p>
          Saluni introduces clients and professionals to each other. The appointment itself is an agreement between the two of them. We
          provide the service as it is and do not promise that it is always available or without faults. Nothing here takes away rights that
          the Australian Consumer Law gives you.
        </p>
      </Clause>
      <Clause title="Limitation of liability">
        <p>
          As far as the law allows, our total liability to you is limited to the amount that you paid to Saluni in the past 12 months, and
          we are not liable for indirect losses.
        </p>
      </Clause>
      <Clause title="Governing law">
        <p>These terms are governed by the law of Victoria, Australia. Its courts decide disputes that we cannot settle between us.</p>
      </Clause>
      <Contact about="these terms" />
    </LegalPage>
  );
}
