import { SettingsSection } from '#client/features/settings/settings-section.tsx';
import { useInstallPrompt } from '#client/lib/install-prompt.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { HomeScreenWay } from './home-screen-way.tsx';
import styles from './push-ask.module.css';
import { usePush } from './use-push.ts';

const texts = {
  absent: "This browser can't show notifications from Saluni.",
  denied: "Notifications from Saluni are blocked. Allow them in your browser's settings for this site, then come back.",
  off: 'Get booking updates, reminders and messages here, even when Saluni is closed.',
  on: "This device gets booking updates, reminders and messages. At night they wait until 8 AM, unless it's urgent.",
};

export function DeviceSection() {
  const { state, isBusy, failure, turnOn, turnOff } = usePush();
  const install = useInstallPrompt();
  return (
    <SettingsSection title="This device" lead="Notifications stop when you log out here.">
      {state === 'waiting' ? (
        <Skeleton height="132px" />
      ) : (
        <Card padded className={styles.ask}>
          <div role="status">{state === 'needs home screen' ? <HomeScreenWay /> : <p>{texts[state]}</p>}</div>
          <FormMessage>{failure}</FormMessage>
          <div className={styles.actions}>
            {state === 'off' && (
              <Button busy={isBusy} busyText="Turning on..." onClick={() => void turnOn()}>
                Turn on notifications
              </Button>
            )}
            {state === 'on' && (
              <Button look="secondary" busy={isBusy} busyText="Turning off..." onClick={() => void turnOff()}>
                Turn off notifications
              </Button>
            )}
            {install && (
              <Button look="secondary" onClick={() => void install()}>
                Install Saluni
              </Button>
            )}
          </div>
        </Card>
      )}
    </SettingsSection>
  );
}
