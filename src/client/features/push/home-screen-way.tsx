/** On an iPhone only apps of the home screen get news. */
export function HomeScreenWay() {
  return (
    <p className="soft">
      On an iPhone or iPad, notifications work once Saluni is on your home screen: tap Share, choose “Add to Home
      Screen”, then open Saluni from there.
    </p>
  );
}
