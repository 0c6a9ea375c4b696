/** Id of the button at the end of the page. */
export const feedbackButton = 'give-feedback';

/** For the menus: as if the button at the end of the page was pressed. */
export function openFeedback() {
  document.getElementById(feedbackButton)?.click();
}
