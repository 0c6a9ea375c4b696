import { useState } from 'react';
import { useParams } from 'react-router';
import { HairOverview } from '#client/features/hair/hair-overview.tsx';
import { HealthScreen } from '#client/features/hair/health-screen.tsx';
import { QuestionScreen } from '#client/features/hair/question-screen.tsx';
import { questions } from '#client/features/hair/questions.tsx';
import { useOwnHair } from '#client/features/hair/use-own-hair.ts';
import { Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { OwnHair } from '#shared/hair.ts';
import { pages } from '#shared/pages.ts';

const { title } = pages.myHair;

/** What a client tells once of their hair: it begins with the first question, and is a list once there are answers. */
export function MyHair() {
  const { part = '' } = useParams();
  const { data: own, error, refetch } = useOwnHair();
  if (!own) {
    return (
      <Page title={title} width="middle">
        <PageHeading>{title}</PageHeading>
        {error ? <Failure text="Failed to load your hair." retry={refetch} /> : <HairSkeleton />}
      </Page>
    );
  }
  return <Part key={part} part={part} own={own} />;
}

function Part({ part, own }: { part: string; own: OwnHair }) {
  // As it was found: the first answer leaves its question in place.
  const [isNew] = useState(own.hair === null);
  if (part === 'health') return <HealthScreen own={own} />;
  const at = part === '' && isNew ? 0 : questions.findIndex((question) => question.part === part);
  return at >= 0 ? <QuestionScreen own={own} at={at} /> : <HairOverview own={own} />;
}

function HairSkeleton() {
  return (
    <>
      <p className="soft" role="status">
        Loading your hair...
      </p>
      <Skeleton height="520px" />
    </>
  );
}
