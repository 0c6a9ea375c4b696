-- A policy is what its professional wrote, and goes with their account.
update bookings set cancellation_policy = null
from professionals p where p.id = bookings.professional_id and p.user_id is null and bookings.cancellation_policy is not null;
