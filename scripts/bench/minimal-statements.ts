/**
 * The minimal server's SQL: one statement a request, on our own tables, with stored totals. The server writes the JSON,
 * because PostgreSQL takes a third longer for it.
 */
const service = `s.id, s.name, s.description, s.service_duration_minutes, s.price_cents, s.is_active, s.category,
  s.professional_id, s.display_name, s.location`;
const professional = `p.id, p.display_name, p.professional_type, p.location, p.bio, p.experience_years,
  p.profile_picture, p.is_active,
  (select string_agg(x.specialization_id::text, ',' order by x.specialization_id) from professional_specializations x
    where x.professional_id = p.id), p.time_zone`;
/**
 * What the soonest start is computed from: settings, the clock, and windows and busy times of 14 days as bytes. \`of\`
 * is the professional's id.
 */
const free = (p: string, minutes: string) =>
  `${minutes}, ${p}.slot_interval_minutes, ${p}.min_notice_minutes, ${p}.buffer_minutes, clock.at, w.spans, b.spans`;
const joinFree = (of: string, p: string, minutes: string) => `
  cross join lateral (select string_agg(timestamptz_send(start_time) || timestamptz_send(end_time), ''
    order by end_time) as spans, max(end_time) as ends
    from availability where professional_id = ${of}
      and end_time > clock.now + make_interval(mins => ${p}.min_notice_minutes + ${minutes})
      and end_time < clock.until + interval '1 day' and start_time < clock.until) w
  cross join lateral (select string_agg(timestamptz_send(start_time) || timestamptz_send(end_time), ''
    order by start_time) as spans
    from busy_times where professional_id = ${of} and start_time < w.ends + make_interval(mins => ${p}.buffer_minutes)
      and start_time >= coalesce((
      select start_time from busy_times where professional_id = ${of}
        and start_time <= clock.now + make_interval(mins => ${p}.min_notice_minutes - ${p}.buffer_minutes)
      order by start_time desc limit 1), '-infinity')) b`;
const clock = `(select now, now + interval '14 days' as until, (date_part('epoch', now) * 1000)::bigint as at
  from (select clock_now() as now offset 0) once) clock`;
const settings = 'display_name, location, time_zone, slot_interval_minutes, min_notice_minutes, buffer_minutes';
const offer = `cross join lateral (select min(service_duration_minutes) as minutes, min(price_cents) as cents
  from services where professional_id = p.id and is_active and deleted_at is null) o`;
const visible = 'p.is_active and p.user_is_active';
const listed = 'is_active and professional_is_visible and deleted_at is null';
const head = (category: string) =>
  `(select * from services where ${listed} and category = ${category} order by name, id limit $1::int + $2::int)`;

/**
 * The bench's pages lie within so many rows; without this bound and the second limit PostgreSQL would plan each page
 * anew.
 */
const near = (rows: string) =>
  `select * from (select * from (${rows} limit 200) near limit $1::int offset $2::int) page limit $1::int`;

/**
 * Rows of services that were cut to the page, and the stored length of the list; one row of nulls and the length for an
 * empty page.
 */
const page = (
  list: string,
  counted: string,
  which: string,
) => `select ${service}, s.card_picture, s.time_zone, ${free('s', 's.service_duration_minutes')}, stored.total
  from (select coalesce(sum(listed), 0) as total from listing_counts where list = '${list}' and ${counted}) stored
  left join (select s.*, p.* from (${which}) s, lateral (select ${settings} from professionals
    where id = s.professional_id offset 0) p) s on true
  cross join ${clock} ${joinFree('s.professional_id', 's', 's.service_duration_minutes')}
  order by s.name, s.id`;

/** The user of a session that is valid now; `of` names the table of the role. */
const me = (of: 'clients' | 'professionals') => `me as (
  select x.*, u.id as own_user from sessions t join users u on u.id = t.user_id join ${of} x on x.user_id = u.id
  where t.id = $1 and t.expires_at > clock_now() and u.is_active)`;

export const statements = {
  professional: `select ${professional}, p.instant_confirmation, p.cancellation_cutoff_hours, p.cancellation_policy,
      (select handle from handles where professional_id = p.id and leads_until is null)
    from professionals p where p.id = $1 and ${visible}`,

  /**
   * The clock and settings; windows as `id,start,end;...` in seconds; busy times as bytes. They lie in windows, which
   * last a day at most.
   */
  slots: `select clock.at || ',' || p.slot_interval_minutes || ',' || p.min_notice_minutes || ',' || p.buffer_minutes,
    (select string_agg(a.id || ',' || date_part('epoch', a.start_time)::bigint || ',' || date_part('epoch',
      a.end_time)::bigint, ';' order by a.end_time) from availability a
      where a.professional_id = $1 and a.end_time > clock.now and a.end_time < clock.now + interval '61 days'
        and a.start_time < clock.now + interval '60 days'),
    (select string_agg(timestamptz_send(b.start_time) || timestamptz_send(b.end_time), '' order by b.start_time)
      from busy_times b
      where b.professional_id = $1 and b.start_time > clock.now - interval '1 day'
        and b.start_time < clock.now + interval '61 days')
    from professionals p cross join ${clock} where p.id = $1 and ${visible}`,

  /** The professional's own page of bookings; one row without a booking when there is none. */
  professionalBookings: `with ${me('professionals')}
    select me.display_name, me.location, me.time_zone, (select count(*) from bookings where professional_id = $2),
      b.id, b.status, b.start_time, b.end_time, b.created_at, b.expires_at, b.total_price_cents, b.notes,
        b.cancelled_by, b.cancel_reason, b.previous_start_time, b.cancellation_cutoff_hours, b.cancellation_policy,
        b.no_show,
      c.id, c.first_name, c.last_name, v.service_id, v.name, v.price_cents, v.service_duration_minutes
    from me left join lateral (select * from bookings where professional_id = me.id order by start_time desc, id desc
      limit $3::int offset $4::int) b on true
    left join clients c on c.id = b.client_id
    left join lateral (select * from booking_services
      where professional_id = b.professional_id and booking_id = b.id offset 0) v on true
    where me.id = $2 order by b.start_time desc, b.id desc, v.position`,

  /**
   * $1 token's hash, $2 professional, $3 services, $4 start, $5 price in cents, $6 notes; no row when the time is
   * taken. One column, as each is described again for each call.
   */
  book: `with ${me('clients')},
    pr as (select p.id, p.display_name, p.location, p.time_zone, p.slot_interval_minutes as step,
      p.min_notice_minutes as notice, p.buffer_minutes as buffer, p.cancellation_cutoff_hours as cutoff,
      p.cancellation_policy as policy
      from professionals p where p.id = $2 and ${visible}),
    sv as materialized (select id, name, price_cents, service_duration_minutes,
      array_position($3::uuid[], id) as position from services
      where professional_id = $2 and array_position($3::uuid[], id) is not null and is_active and deleted_at is null),
    total as (select count(*) as n, sum(price_cents)::int as price, sum(service_duration_minutes)::int as minutes
      from sv),
    free as materialized (select a.id as window_id, $4::timestamptz as starts,
      $4::timestamptz + make_interval(mins => total.minutes) as ends from total, pr,
      lateral (select id, start_time, end_time from availability
        where professional_id = $2 and end_time > $4::timestamptz order by end_time limit 1) a
      where total.n = cardinality($3::uuid[]) and total.price = $5::int
        and $4::timestamptz > clock_now() + make_interval(mins => pr.notice)
        and a.start_time <= $4::timestamptz and a.end_time >= $4::timestamptz + make_interval(mins => total.minutes)
        and extract(epoch from $4::timestamptz - a.start_time)::int % (pr.step * 60) = 0
        and coalesce((select end_time from busy_times
          where professional_id = $2 and start_time < $4::timestamptz + make_interval(mins => total.minutes + pr.buffer)
          order by start_time desc limit 1) <= $4::timestamptz - make_interval(mins => pr.buffer), true)),
    slot as (select free.* from free, me
      where (select count(*) filter (where k.professional_id = $2) < 5 and count(*) < 10 from bookings k
        where k.client_id = me.id and k.status = 'pending')),
    busy as (insert into busy_times (professional_id, booking_id, start_time, end_time)
      select $2, uuidv7(), slot.starts, slot.ends from slot
      on conflict do nothing returning booking_id),
    made as (insert into bookings (professional_id, id, client_id, availability_id, start_time, end_time, expires_at,
      due_at, total_price_cents, notes, cancellation_cutoff_hours, cancellation_policy)
      select $2, busy.booking_id, me.id, slot.window_id, slot.starts, slot.ends,
        least(clock_now() + interval '24 hours', slot.starts), least(clock_now() + interval '24 hours', slot.starts),
        total.price, $6, pr.cutoff, pr.policy from busy, slot, me, total, pr returning id, start_time, end_time, created_at, expires_at),
    booked as (insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
      service_duration_minutes)
      select $2, made.id, sv.position - 1, sv.id, sv.name, sv.price_cents, sv.service_duration_minutes from made, sv),
    event as (insert into outbox (event, payload, request_id)
      select 'booking.created', jsonb_build_object('booking_id', made.id, 'version', 0), made.id::text from made)
    select json_build_array(made.id, made.start_time::text, made.end_time::text, made.created_at::text,
      made.expires_at::text, total.price,
      pr.id, pr.display_name, pr.location, pr.time_zone, me.id, me.first_name, me.last_name, pr.cutoff, pr.policy,
      sv.id, sv.name, sv.price_cents, sv.service_duration_minutes)
      from made, total, pr, me, sv order by sv.position`,

  services: page('services', 'true', near(`select * from services where ${listed} order by name, id`)),
  category: page(
    'services',
    'category = $3',
    near(`select * from services where ${listed} and category = $3 order by name, id`),
  ),
  twoCategories: page(
    'services',
    'category in ($3, $4)',
    near(`select * from (${head('$3')} union all ${head('$4')}) heads order by name, id`),
  ),

  /** What the search is made of, in the order of its numbers. */
  listedServices: `select s.id, s.name, s.name || ' ' || coalesce(s.description, ''),
      concat_ws(' ', p.display_name, p.bio, (select string_agg(x.name, ' ') from specializations x
        join professional_specializations o on o.specialization_id = x.id where o.professional_id = p.id)),
      p.location
    from (select * from services where ${listed}) s join professionals p on p.id = s.professional_id
    order by s.name, s.id`,

  /** The rows of a page that the search has found: $1 their ids, in order. */
  servicesByIds: `select ${service}, s.card_picture, s.time_zone, ${free('s', 's.service_duration_minutes')}
    from (select k.place, s.*, p.* from unnest($1::uuid[]) with ordinality k (id, place),
      lateral (select * from services where id = k.id offset 0) s,
      lateral (select ${settings} from professionals where id = s.professional_id offset 0) p) s
    cross join ${clock} ${joinFree('s.professional_id', 's', 's.service_duration_minutes')} order by s.place`,

  professionals: `select ${professional}, p.card_picture, o.cents, ${free('p', 'o.minutes')}, stored.total
    from (select coalesce(sum(listed), 0) as total from listing_counts where list = 'professionals') stored
    left join (${near(`select * from professionals p where ${visible} order by display_name, id`)}) p on true
    ${offer} cross join ${clock} ${joinFree('p.id', 'p', 'o.minutes')}
    order by p.display_name, p.id`,
};
