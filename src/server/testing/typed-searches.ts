/**
 * What people type, and what must then be on the first page: written down before the engine that answers it. Each line
 * is `search @ location => names`, of services or of professionals; `!name` must not be there.
 */

type Salon = { location: string; specializations: number[]; bio?: string; time_zone?: string; services: string[] };

/** A market of people and services, `name: description` where there is one. */
export const salons: Record<string, Salon> = {
  'Amara Okafor': {
    location: 'Footscray VIC',
    specializations: [2, 6],
    bio: 'Gentle hands for tender heads, and patience for children.',
    services: [
      'Knotless braids: Small, medium or large, hair included',
      'Box braids',
      'Fulani braids with beads',
      'Cornrows: Straight back or designed',
      'Takedown: Old styles taken out with care',
    ],
  },
  'Ngọc Trần': {
    location: 'Richmond, Melbourne',
    specializations: [4, 3],
    bio: 'Curls cut dry, one by one.',
    services: ['Curly cut', 'Balayage on curls', 'Wash and go: Shape and definition', 'Diffuse'],
  },
  'Zoë Adjei': {
    location: 'Brunswick VIC 3056',
    specializations: [5],
    services: ['Starter locs', 'Loc retwist', 'Faux locs', 'Loc detox: Apple vinegar soak'],
  },
  'Adébáyọ̀ Balógun': {
    location: '12 Fitzroy St, St Kilda',
    specializations: [1],
    services: ['Skin fade', 'Beard trim and line up', 'Hot towel shave'],
  },
  'José Muñoz': {
    location: 'Newtown, Sydney NSW',
    specializations: [1],
    time_zone: 'Australia/Sydney',
    services: ['Taper fade', 'Afro shape up', 'Flat top'],
  },
  'Chloé Dubois': {
    location: 'Fitzroy',
    specializations: [8],
    bio: 'Glass hair without harm.',
    services: ['Silk press', 'Silk press and trim', 'Blow dry'],
  },
  "Siân O'Brien": {
    location: 'Hobart TAS',
    specializations: [7],
    time_zone: 'Australia/Hobart',
    services: ['Scalp detox', 'Deep conditioning', 'Dandruff care'],
  },
  'Fatoumata Diallo': {
    location: 'Victoria Park WA',
    specializations: [2, 9],
    time_zone: 'Australia/Perth',
    services: ['Sew-in weave', 'Closure wig install', 'Crochet braids', 'Goddess locs'],
  },
  'Mei-Ling Chen': {
    location: 'Box Hill VIC 3128',
    specializations: [3],
    services: ['Full colour', 'Highlights', 'Toner: Warm or cool'],
  },
  'Brontë Smith-Okafor': {
    location: 'Fortitude Valley, Brisbane QLD',
    specializations: [6],
    time_zone: 'Australia/Brisbane',
    services: ['Two-strand twists', 'Passion twists', 'Bantu knots'],
  },
  'Łucja Wójcik': {
    location: 'Norwood SA',
    specializations: [8],
    time_zone: 'Australia/Adelaide',
    services: ['Relaxer', 'Keratin smoothing'],
  },
  "Thandiwe Ng'ang'a": {
    location: 'Darwin NT',
    specializations: [6],
    time_zone: 'Australia/Darwin',
    services: ['Wedding updo', 'Sleek ponytail', 'Halo style'],
  },
  'Aïcha Benali': {
    location: 'Parramatta NSW 2150',
    specializations: [4],
    time_zone: 'Australia/Sydney',
    services: ["Women's haircut", 'Henna gloss', 'Rézo cut'],
  },
  'Marcus Lee': {
    location: 'Geelong VIC',
    specializations: [1],
    services: ["Kids' haircut", "Men's haircut", 'Buzz cut', '100% beard oil massage'],
  },
};

/** Others, so that a first page has to choose. */
export const others: { name: string; location: string; services: string[] }[] = Array.from({ length: 14 }, (_, at) => ({
  name: `Studio ${'ABCDEFGHIJKLMN'[at]}`,
  location: ['Preston VIC', 'Bondi NSW', 'Toowong QLD', 'Glenelg SA'][at % 4] ?? '',
  services: ['Haircut', 'Express cut', 'Colour refresh', 'Blowout', 'Braid touch-up', 'Loc maintenance', 'Local pick'],
}));

/** Searches of services. */
export const serviceSearches = `
knotless braids => Knotless braids
Knotless Braids => Knotless braids
KNOTLESS => Knotless braids
braids knotless => Knotless braids
knotles braids => Knotless braids
knotlees braids => Knotless braids
notless braids => Knotless braids
konotless braids => Knotless braids
knoltess braids => Knotless braids
knotless braid => Knotless braids
knotless briads => Knotless braids
knotless braidss => Knotless braids
knotless raids => Knotless braids
knotless braiding => Knotless braids
knotless plaits => Knotless braids
medium knotless => Knotless braids
knotless, medium => Knotless braids
knotless braids amara => Knotless braids
knotless braids in footscray => Knotless braids
knotless braids near footscray => Knotless braids
knotless footscray vic => Knotless braids
knotless braids melbourne => Knotless braids
braids 3011 => Knotless braids | Box braids | Fulani braids with beads
box braids => Box braids
box-braids => Box braids
boxbraids => !Halo style
boxx braids => Box braids
box braisd => Box braids
box braid footscray => Box braids
fulani => Fulani braids with beads
fulani braids => Fulani braids with beads
fullani braids => Fulani braids with beads
fulnai => Fulani braids with beads
braids with beads => Fulani braids with beads
beads => Fulani braids with beads
braids and beads => Fulani braids with beads
braids & beads => Fulani braids with beads
cornrows => Cornrows
cornrow => Cornrows
corn rows => Cornrows
canerows => Cornrows
cane rows => Cornrows
canerow => Cornrows
cornrws => Cornrows
conrows => Cornrows
cronrows => Cornrows
cornrows straight back => Cornrows
takedown => Takedown
take => Takedown
takdown => Takedown
braids okafor => Knotless braids | Box braids
okafor braids => Knotless braids | Box braids
braider footscray => Knotless braids | Cornrows
gentle braids => Knotless braids | Box braids
crochet => Crochet braids
crochet braids => Crochet braids
croche braids => Crochet braids
crotchet braids => Crochet braids
corchet => Crochet braids
crochet perth => Crochet braids
crochet wa => Crochet braids
curly cut => Curly cut
curly => Curly cut
curl cut => Curly cut
curls cut => Curly cut
curly haircut => Curly cut
curley cut => Curly cut
culry cut => Curly cut
curly cut richmond => Curly cut
curly cut ngoc => Curly cut
curly cut tran => Curly cut
balayage => Balayage on curls
balyage => Balayage on curls
balayge => Balayage on curls
balayage curls => Balayage on curls
balayage melbourne => Balayage on curls
wash and go => Wash and go
wash n go => Wash and go
wash & go => Wash and go
wash go => Wash and go
go wash => Wash and go
shampoo and go => Wash and go
difuse => Diffuse
diffsue => Diffuse
locs => Starter locs | Faux locs | Goddess locs
loc => Starter locs | Loc retwist | Loc detox
dreads => Starter locs | Loc retwist
dreadlocks => Starter locs | Loc retwist
dreadlock => Starter locs
dredlocks => Starter locs
deadlocks => Starter locs
starter locs => Starter locs
starter dreadlocks => Starter locs
starter dreads => Starter locs
stater locs => Starter locs
locs starter => Starter locs
retwist => Loc retwist
re-twist => Loc retwist
re twist => Loc retwist
retwst => Loc retwist
loc retwist => Loc retwist
dread retwist => Loc retwist
palm roll => Loc retwist
retwist brunswick => Loc retwist
retwist 3056 => Loc retwist
loc detox => Loc detox
detox => Loc detox | Scalp detox
vinegar => Loc detox
apple vinegar => Loc detox
faux locs => Faux locs
fake locs => Faux locs
fuax locs => Faux locs
faux => Faux locs
goddess locs => Goddess locs
godess locs => Goddess locs
goddes locs => Goddess locs
goddess => Goddess locs
loctician => Starter locs | Loc retwist
skin fade => Skin fade
fade skin => Skin fade
bald fade => Skin fade
zero fade => Skin fade
skin fde knows nobody => !Skin fade
skni fade => Skin fade
skin fad => Skin fade
skinfade => !Halo style
fade => Skin fade | Taper fade
fades => Skin fade | Taper fade
fade st kilda => Skin fade
fade saint kilda => Skin fade
fade sydney => Taper fade
taper => Taper fade
tapper fade => Taper fade
taper fade newtown => Taper fade
fade nsw => Taper fade
fade jose => Taper fade
fade munoz => Taper fade
beard => Beard trim and line up
beard trim => Beard trim and line up
bard trim => Beard trim and line up
baerd => Beard trim and line up
line up => Beard trim and line up
lineup => Beard trim and line up
edge up => Beard trim and line up
beard shape up => Beard trim and line up
shape up => Afro shape up
shapeup => Afro shape up
afro => Afro shape up
afro shape => Afro shape up
afor shape up => Afro shape up
flat top => Flat top
flattop => !Halo style
flta top => Flat top
shave => Hot towel shave
hot shave => Hot towel shave
hot towel => Hot towel shave
towel => Hot towel shave
towl shave => Hot towel shave
wet shave => Hot towel shave
barber shave => Hot towel shave
silk press => Silk press
silk => Silk press | Silk press and trim
press => Silk press | Silk press and trim
silkpress => !Halo style
silk pres => Silk press
silk prss => Silk press
slik press => Silk press
sikl press => Silk press
silk prress => Silk press
silk presss => Silk press
press silk => Silk press
silk press trim => Silk press and trim
silk press with trim => Silk press and trim
trim and silk press => Silk press and trim
silk press fitzroy => Silk press
silk press chloe => Silk press
silk press Chloé => Silk press
silk press dubois => Silk press
glass hair => Silk press
blow dry => Blow dry
blowdry => Blow dry
blow wave => Blow dry
blow out => Blow dry | Blowout
blow-dry => Blow dry
blow fitzroy => Blow dry
scalp => Scalp detox
scalp detox => Scalp detox
scalp detx => Scalp detox
sclap detox => Scalp detox
scalp hobart => Scalp detox
scalp tasmania => Scalp detox
scalp tas => Scalp detox
dandruff => Dandruff care
dandruf => Dandruff care
dandruff care => Dandruff care
deep conditioning => Deep conditioning
deep condition => Deep conditioning
deep treatment => Deep conditioning
conditioning => Deep conditioning
condtioning => Deep conditioning
hydration => Deep conditioning
o'brien => Scalp detox | Deep conditioning | Dandruff care
obrien => Scalp detox | Deep conditioning | Dandruff care
O’Brien scalp => Scalp detox
sian => Scalp detox
siân => Scalp detox
sew in => Sew-in weave
sew-in => Sew-in weave
sewin => Sew-in weave
weave => Sew-in weave
weaves => Sew-in weave
waeve => Sew-in weave
weave sew in => Sew-in weave
sew in perth => Sew-in weave
wig => Closure wig install
wigs => Closure wig install
wig install => Closure wig install
install wig => Closure wig install
closure wig => Closure wig install
closure => Closure wig install
closuer wig => Closure wig install
lace front => Closure wig install
wig instal => Closure wig install
colour => Full colour
color => Full colour
full color => Full colour
full colur => Full colour
hair dye => Full colour
full tint => Full colour
colour box hill => Full colour
colour 3128 => Full colour
highlights => Highlights
highlight => Highlights
higlights => Highlights
highligths => Highlights
foils => Highlights
toner => Toner
tonner => Toner
toner cool => Toner
twists => Two-strand twists | Passion twists
twist => Two-strand twists | Passion twists | Loc retwist
two strand twists => Two-strand twists
2 strand twists => Two-strand twists
two-strand => Two-strand twists
two strand twsits => Two-strand twists
strand twists brisbane => Two-strand twists
passion twists => Passion twists
pasion twists => Passion twists
spring twists => Passion twists
passion => Passion twists
twists qld => Two-strand twists | Passion twists
twists queensland => Two-strand twists | Passion twists
bantu => Bantu knots
bantu knots => Bantu knots
banttu knots => Bantu knots
bantu nots => Bantu knots
knots => Bantu knots
relaxer => Relaxer
relaxr => Relaxer
perm => Relaxer
relax => Relaxer
relaxer norwood => Relaxer
relaxer adelaide => Relaxer
relaxer sa => Relaxer
keratin => Keratin smoothing
keratine => Keratin smoothing
kertin => Keratin smoothing
smoothing => Keratin smoothing
lucja => Relaxer | Keratin smoothing
wojcik => Relaxer | Keratin smoothing
updo => Wedding updo
up do => Wedding updo
upstyle => Wedding updo
wedding => Wedding updo
bridal => Wedding updo
bride => Wedding updo
weding updo => Wedding updo
wedding hair darwin => Wedding updo
ponytail => Sleek ponytail
pony => Sleek ponytail
ponytial => Sleek ponytail
sleek pony => Sleek ponytail
slek ponytail => Sleek ponytail
nganga => Wedding updo | Sleek ponytail
ng'ang'a => Wedding updo | Sleek ponytail
womens haircut => Women's haircut
women's haircut => Women's haircut
womens cut => Women's haircut
ladies haircut => Women's haircut
woman haircut => Women's haircut
henna => Henna gloss
hena => Henna gloss
rezo => Rézo cut
rezo cut => Rézo cut
aicha => Women's haircut | Henna gloss | Rézo cut
haircut parramatta => Women's haircut
kids haircut => Kids' haircut
kid haircut => Kids' haircut
kids cut => Kids' haircut
childrens haircut => Kids' haircut
kids hair cut => Kids' haircut
boys haircut => Kids' haircut
mens haircut => Men's haircut
men haircut => Men's haircut
gents haircut => Men's haircut
mens cut geelong => Men's haircut
buzz cut => Buzz cut
buz cut => Buzz cut
buzzcut => !Halo style
buzz => Buzz cut
100% => 100% beard oil massage
100 % => 100% beard oil massage
beard oil => 100% beard oil massage
% => !Halo style | !Haircut
braids @ footscray => Knotless braids | Box braids
braids @ 3011 => Knotless braids | Box braids
braids @ Footscray VIC => Knotless braids
braids @ melbourne => Knotless braids | !Crochet braids
braids @ perth => Crochet braids | !Knotless braids
braids @ wa => Crochet braids | !Knotless braids
braids @ victoria => Knotless braids | !Crochet braids
fade @ vic => Skin fade | !Taper fade
fade @ new south wales => Taper fade | !Skin fade
fade @ st kilda => Skin fade
locs @ 3056 => Starter locs | !Goddess locs
twists @ fortitude valley => Two-strand twists
 @ hobart => Scalp detox | !Silk press
 @ geelong => Buzz cut | !Silk press
`;

/** Searches of professionals. */
export const professionalSearches = `
amara => Amara Okafor
amara okafor => Amara Okafor
okafor => Amara Okafor | Brontë Smith-Okafor
amra okafor => Amara Okafor
okafro => Amara Okafor
mara okafor => Amara Okafor
ngoc => Ngọc Trần
Ngọc => Ngọc Trần
ngoc tran => Ngọc Trần
tran ngoc => Ngọc Trần
zoe => Zoë Adjei
zoë => Zoë Adjei
zoe adjei => Zoë Adjei
zoe ajdei => Zoë Adjei
adebayo => Adébáyọ̀ Balógun
Adébáyọ̀ => Adébáyọ̀ Balógun
adebayo balogun => Adébáyọ̀ Balógun
adebyo => Adébáyọ̀ Balógun
jose => José Muñoz
jose munoz => José Muñoz
munos => José Muñoz
chloe => Chloé Dubois
chloe dubois => Chloé Dubois
cloe => Chloé Dubois
sian obrien => Siân O'Brien
o’brien => Siân O'Brien
fatoumata => Fatoumata Diallo
fatumata => Fatoumata Diallo
mei ling => Mei-Ling Chen
mei-ling chen => Mei-Ling Chen
bronte => Brontë Smith-Okafor
smith okafor => Brontë Smith-Okafor
lucja => Łucja Wójcik
łucja wójcik => Łucja Wójcik
thandiwe => Thandiwe Ng'ang'a
thandwe => Thandiwe Ng'ang'a
benali => Aïcha Benali
marcus => Marcus Lee
lee => Marcus Lee
braider => Amara Okafor | Fatoumata Diallo
braids => Amara Okafor | Fatoumata Diallo
cornrows => Amara Okafor
canerows => Amara Okafor
loctician => Zoë Adjei
dreadlocks => Zoë Adjei | Fatoumata Diallo
curl specialist => Ngọc Trần | Aïcha Benali
curls => Ngọc Trần
barber => Adébáyọ̀ Balógun | José Muñoz | Marcus Lee
barber st kilda => Adébáyọ̀ Balógun
barber sydney => José Muñoz
barbr => Adébáyọ̀ Balógun | José Muñoz
silk press => Chloé Dubois
silk press specialist => Chloé Dubois | Łucja Wójcik
colourist => Mei-Ling Chen
scalp care => Siân O'Brien
wig => Fatoumata Diallo
children => Amara Okafor
gentle hands => Amara Okafor
richmond => Ngọc Trần
footscray => Amara Okafor
 @ 3011 => Amara Okafor | !Chloé Dubois
 @ Footscray VIC => Amara Okafor | !Chloé Dubois
 @ melbourne => Amara Okafor | Ngọc Trần | Zoë Adjei | Chloé Dubois | !Marcus Lee
 @ vic => Amara Okafor | Marcus Lee | !Fatoumata Diallo
 @ perth => Fatoumata Diallo
 @ brisbane => Brontë Smith-Okafor
 @ victoria park => Fatoumata Diallo
 @ sydney => José Muñoz | Aïcha Benali
 @ tas => Siân O'Brien
 @ northern territory => Thandiwe Ng'ang'a
barber @ victoria => Adébáyọ̀ Balógun | Marcus Lee | !José Muñoz
`;
