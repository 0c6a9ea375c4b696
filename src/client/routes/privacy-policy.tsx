import { Clause, Contact, LegalPage } from '#client/features/legal-page.tsx';
import { pages } from '#shared/pages.ts';

export function PrivacyPolicy() {
  return (
    <LegalPage title={pages.privacyPolicy.title}>
      <p>This policy says what Saluni knows about you, what we use it for, who else sees it, and what you can ask of us.</p>
      <Clause title="Information we collect">
        <ul>
          <li>
            <strong>Personal information:</strong> your name, e-mail address and phone number, your bookings, and the notes that you add to
            them.
          </li>
          <li>
            <strong>Business information:</strong> of professionals, the business name, location, services, prices, availability,
            specializations, experience and pictures.
          </li>
          <li>
            <strong>Technical information:</strong> your IP address, browser and device, the pages that you visit, and when.
          </li>
        </ul>
      </Clause>
      <Clause title="How we use it">
        <p>
          To run your account, to arrange and remind of bookings, to review professionals, to answer you, to keep the service safe, and to
          make it better.
        </p>
      </Clause>
      <Clause title="Sharing">
        <p>
          Client and professional see of each other what an appointment needs. Beyond that we share information only with service providers
          who work for us, such as hosting and e-mail, and with legal authorities when the law requires it. We never sell your information.
        </p>
      </Clause>
      <Clause title="Cookies">
        <p>
          We keep what is needed to stay logged in, and your choices, in your browser. Statistics about visits may use cookies. You can
          refuse or delete them in your browser's settings; without what keeps you logged in, you have to log in again.
        </p>
      </Clause>
      <Clause title="Retention">
        <p>
          We keep information for as long as your account exists, and afterwards only as long as the law asks us to. On your request we
          delete what we hold about you.
        </p>
      </Clause>
      <Clause title="Security">
        <p>
          Connections are encrypted, passwords are stored so that nobody can read them, and only people who need it for their work have
          access. No system is perfectly safe; if something happens that concerns you, we tell you.
        </p>
      </Clause>
      <Clause title="Your rights">
        <p>
          You can ask what we hold about you, have it corrected or deleted, receive a copy, or object to a use of it. You can also complain
          to the Office of the Australian Information Commissioner.
        </p>
      </Clause>
      <Clause title="Changes">
        <p>When this policy changes, the new one appears here with its date. Of important changes we tell you by e-mail.</p>
      </Clause>
      <Contact about="your privacy" />
    </LegalPage>
  );
}
