import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FormBesideOrnament } from '#client/features/forms/form-beside-ornament.tsx';
import { NoReferrer } from '#client/features/forms/no-referrer.tsx';
import { forgetSignup } from '#client/features/waitlist/stored-signup.ts';
import { statusOf } from '#client/lib/errors.ts';
import { linkErrorText } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath, pages } from '#shared/pages.ts';

interface Problem {
  text: string;
  /** The link is invalid, so there is no retry. */
  isFinal: boolean;
}

const deadLink: Problem = { text: 'This link is no longer valid.', isFinal: true };

/** Target of the mailed link (contract 3). Opening the link does not verify: the page posts the token. */
export function VerifyEmail() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <Page title={pages.verifyEmail.title}>
      <NoReferrer />
      <FormBesideOrnament ornament={<Ornament pattern="wave" id="verify" pair={4} width={280} height={308} />}>
        <PageHeading>Verify your email</PageHeading>
        {token ? <Verification key={token} token={token} /> : <Problems problem={deadLink} />}
      </FormBesideOrnament>
    </Page>
  );
}

function Verification({ token }: { token: string }) {
  const { client } = trpc.useUtils();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Problem>();
  const isPosted = useRef(false);

  async function post() {
    try {
      await client.waitlist.verify.mutate({ token });
    } catch (error) {
      const text = linkErrorText(error);
      setProblem({ text, isFinal: statusOf(error) === 400 });
      return;
    }
    forgetSignup();
    await navigate(pagePath('thankYou'), { replace: true });
  }

  // A link works once, so it must not be posted twice when effects run twice.
  useEffect(() => {
    if (isPosted.current) return;
    isPosted.current = true;
    void post();
  });

  return problem ? <Problems problem={problem} retry={post} /> : <Loading />;
}

function Problems({ problem, retry }: { problem: Problem; retry?: () => unknown }) {
  return (
    <Failure text={problem.text} retry={problem.isFinal ? undefined : retry}>
      {problem.isFinal && (
        <p className="soft">
          A link works once, for 48 hours. If you have opened it before, your email is verified already. If not, sign up
          again and we send you a new one.
        </p>
      )}
      <ButtonLink look={problem.isFinal ? 'primary' : 'quiet'} to={pagePath('waitlistSignup')}>
        Sign up again
      </ButtonLink>
    </Failure>
  );
}
