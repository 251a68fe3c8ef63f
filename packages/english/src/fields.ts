/**
 * Words that occur in sentences about a topic, in the format of the thesaurus: "dentist ~ teeth". They are weaker than related words of the thesaurus,
 * and only recall uses them.
 */
export const FIELDS = `
dentist ~ teeth, tooth, filling, crown, braces, gum, drill
doctor ~ checkup, surgery, practice, prescribe, clinic, patient, GP, ill
vet ~ pet, dog, cat, vaccinate, jab, animal, paw
optician ~ eyes, glasses, lens, sight, frames
physiotherapist ~ knee, shoulder, back, exercise, stretch, physio
therapist ~ session, couch, anxiety, talk, feelings
midwife ~ birth, baby, pregnant
pharmacy ~ prescription, medicine, pills, chemist
medication ~ pill, tablet, dose, swallow, prescribe, drops, capsule
painkiller ~ pain, headache, back, tablet, swallow, ache
allergy ~ sneeze, rash, pollen, nuts, react, itch, swell
hairdresser ~ hair, cut, fringe, trim, salon, dye, barber, scissors
tailor ~ hem, suit, jacket, trousers, sew, alter, seam, dress
cobbler ~ shoes, soles, heels, boots
jeweller ~ ring, necklace, gold, watch
accountant ~ tax, receipts, return, books, invoice, audit
lawyer ~ court, case, contract, sue, will, divorce
bank ~ account, savings, card, loan, mortgage, money
insurance ~ cover, policy, insure, premium, claim, damage
pension ~ retire, retirement, savings
charity ~ donate, donation, give, cause, collect
mechanic ~ car, brakes, engine, garage, repair, fix, service
plumber ~ tap, pipe, leak, boiler, sink, drain
electrician ~ wiring, fuse, socket, cable, lights
gardener ~ lawn, hedge, mow, prune, garden, beds
cleaner ~ clean, mop, dust, tidy, vacuum, scrub
babysitter ~ kids, children, toddler, evening, mind, nanny
nursery ~ kids, daughter, son, toddler, little, drop
school ~ class, pupil, teacher, lesson, homework, grade
tutor ~ lesson, teach, learn, practise, homework
teacher ~ teach, lesson, learn, practise, class
coach ~ train, training, drills, team, practice
trainer ~ workout, gym, exercise, weights, train
boss ~ report, team, manage, lead, office
job ~ work, hire, earn, employed, shift, firm, career
shift ~ night, early, late, morning, hours, work
uniform ~ wear, jacket, badge, work
salary ~ earn, pay, month, raise, wage
commute ~ office, desk, work, train, bus, tram, metro, bike, ride, drive
office ~ desk, floor, colleagues, building, work
desk ~ sit, window, office, chair
thesis ~ supervisor, chapter, write, research, university, degree
degree ~ study, university, course, lectures, student
course ~ enrol, learn, class, study, attend
exam ~ pass, revise, study, fail, test
language ~ speak, learn, lesson, words, grammar, phrases
landlord ~ rent, flat, lease, deposit
tenant ~ rent, let, flat, room, lodger, upstairs
flatmate ~ share, room, flat, kitchen
neighbour ~ next, door, wall, upstairs, downstairs
home ~ live, move, house, flat, street
estate-agent ~ house, sell, viewing, flat
moving ~ boxes, van, flat, pack
parking ~ car, park, leave, space, spot, garage
car ~ drive, wheel, engine, petrol, garage
petrol ~ fill, tank, pump, fuel
bicycle ~ ride, cycle, saddle, pedal, wheel, bike
bike ~ ride, cycle, saddle, pedal
motorbike ~ ride, helmet, engine
boat ~ sail, harbour, row, moor, deck, water
mooring ~ boat, harbour, tie, berth
airline ~ fly, flight, plane, miles
flight ~ fly, plane, airport, seat
hotel ~ stay, sleep, night, book, room
holiday ~ trip, travel, beach, week, fly, summer, abroad
campsite ~ tent, camp, pitch, caravan
hike ~ walk, trail, mountain, path, climb, summit
walk ~ dog, path, stroll, along, go, evening
evening ~ supper, dinner, night, dusk
morning ~ breakfast, wake, early
breakfast ~ morning, eat, toast, porridge, cereal, bowl
lunch ~ noon, eat, sandwich, canteen
dinner ~ supper, cook, eat, evening
coffee ~ beans, cup, brew, espresso, roast, grind, mug
tea ~ cup, brew, leaves, pot, mug, kettle
milk ~ pour, oat, cup, carton
cheese ~ board, slice, rind, melt
biscuit ~ tea, tin, dunk, cookie
cake ~ bake, slice, birthday, icing
bread ~ bake, loaf, oven, slice, flour, dough
dessert ~ sweet, spoon, pudding, after
ice-cream ~ scoop, cone, cold, flavour
wine ~ glass, bottle, red, white, cellar, grape
beer ~ pint, pub, glass, brew
drink ~ glass, pour, order, bar, sip
soup ~ bowl, spoon, pot, broth
spice ~ hot, season, pepper, pinch
pizza ~ topping, slice, oven
dish ~ cook, plate, recipe, eat, meal
diet ~ eat, meat, sugar, avoid, vegetarian, vegan
restaurant ~ eat, table, menu, book, waiter
cafe ~ coffee, table, cup, sit, read
bakery ~ bread, rolls, loaf, croissant
butcher ~ meat, sausages, ham, chops
market ~ stall, buy, vegetables, saturday
supermarket ~ shop, groceries, buy, trolley
shop ~ buy, store, sell, till
supplier ~ buy, order, deliver, sell
delivery ~ parcel, bring, box, doorstep
pub ~ pint, beer, bar, quiz
snack ~ nibble, crisps, eat, hungry
vegetable ~ grow, plot, bed, garden, harvest
allotment ~ plot, bed, grow, dig, plant, harvest, soil
crop ~ grow, plant, harvest, bed, field, plot
garden ~ plant, bed, bloom, dig, soil, weeds
flower ~ bloom, petals, bed, vase, plant, bouquet
tree ~ plant, leaves, branch, trunk, shade
plant ~ pot, water, leaves, windowsill, grow
compost ~ heap, peel, soil, rot
bird ~ feeder, nest, sing, wings, flock
bee ~ hive, honey, swarm, queen
hen ~ eggs, coop, lay, chicken
horse ~ ride, stable, saddle, gallop, hooves
dog ~ walk, lead, bark, puppy, paw, breed
cat ~ purr, litter, kitten, whiskers
fish ~ tank, rod, catch, bait, pond
pet ~ feed, cage, animal, fur, walk
instrument ~ play, practise, strings, orchestra, band, bow
piano ~ keys, play, scales, pedal, lesson
guitar ~ strings, chords, play, strum
violin ~ bow, strings, play
drum ~ beat, sticks, play
choir ~ sing, voice, rehearsal, audition, conductor, concert
voice ~ sing, choir, rehearsal, group, audition
band ~ play, gig, stage, song, rehearse
music ~ listen, song, play, record, headphones
concert ~ ticket, stage, hall, band, play
radio ~ listen, station, hear, tune
podcast ~ listen, episode, headphones
newspaper ~ read, headlines, subscribe, paper, page
book ~ read, page, chapter, shelf, novel, author
author ~ write, novel, read, book
genre ~ read, books, shelf, films
library ~ borrow, books, read, shelf
film ~ watch, cinema, screen, director
series ~ watch, episode, season, screen
theatre ~ stage, play, role, act, rehearsal, curtain
role ~ play, stage, part, act, lines
museum ~ exhibition, paintings, gallery
painting ~ canvas, brush, colours, oils, easel
pottery ~ clay, wheel, glaze, kiln, pot, bowl
knitting ~ needles, yarn, wool, knit, stitch
sewing ~ needle, thread, fabric, stitch, machine
craft ~ make, hands, workshop, glue
collection ~ collect, shelf, album, rare
camera ~ pictures, photos, photograph, lens, film, shoot, shots
photo ~ picture, camera, frame, album
game ~ play, board, dice, cards, club, evening
chess ~ board, club, game, pawn, opening, moves
opening ~ begin, start, first, game
puzzle ~ solve, pieces, crossword
sport ~ play, train, team, match, club
position ~ play, pitch, team, coach, side
team ~ play, pitch, coach, match, side, club
club ~ join, member, meet, train
football ~ pitch, goal, play, match, ball
tennis ~ racket, court, serve, play
swimming ~ pool, stroke, lengths, lane, swim
stroke ~ swim, pool, lengths
running ~ run, race, shoes, miles, jog
gym ~ weights, train, workout, exercise, lift
yoga ~ mat, stretch, pose, breath
climbing ~ rope, wall, rock, climb
ski ~ slope, snow, lift
dance ~ steps, partner, class, floor, dance
martial-art ~ belt, dojo, fight, throw
hobby ~ spare, weekend, evening, enjoy
exercise ~ run, swim, gym, stretch, fit
volunteering ~ help, hand, free, saturdays, unpaid, volunteer
church ~ mass, service, pray, priest, sunday
season ~ year, summer, winter, autumn, spring, wait
weather ~ rain, sun, cold, snow, wind
phone ~ call, screen, text, ring, pocket
operator ~ phone, signal, contract, sim
internet ~ broadband, router, online, wifi, connection
laptop ~ keyboard, screen, type, computer
computer ~ keyboard, screen, type, laptop
software ~ program, app, write, code, install
editor ~ code, write, type, text
browser ~ tabs, web, pages, online
password ~ log, account, vault, secret
heating ~ warm, boiler, radiator, gas, wood, stove, winter
stove ~ cook, heat, wood, fire
oven ~ bake, roast, heat
mattress ~ sleep, bed, back
bed ~ sleep, pillow, mattress, night
sofa ~ sit, cushions, living
roof ~ tiles, gutter, leak
wall ~ paint, colour, hang
colour ~ paint, shade, walls, bright
floor ~ carpet, boards, tiles
curtain ~ window, hang, fabric
window ~ glass, view, pane
lamp ~ light, bulb, read
key ~ lock, door, spare
bag ~ carry, strap, shoulder, rucksack
shoe ~ wear, feet, pair, laces, boots
coat ~ wear, winter, jacket, warm
glasses ~ wear, eyes, lens, see, frames
perfume ~ smell, scent, spray, bottle
shampoo ~ hair, wash, bottle
soap ~ wash, hands, skin
cream ~ skin, face, rub, dry
watch ~ wrist, time, strap
detergent ~ wash, laundry, clothes
laundry ~ wash, clothes, dry, machine
rubbish ~ bin, bins, collect, throw
energy ~ electricity, gas, meter, bill, power
electricity ~ power, meter, bill, socket
tool ~ workshop, drill, saw, hammer
pen ~ write, ink, paper
notebook ~ write, page, notes
birthday ~ cake, party, candles, present, born
wedding ~ marry, bride, ring, guests
partner ~ married, together, wedding, love
child ~ daughter, son, kid, baby
bedtime ~ sleep, story, bed
dream ~ sleep, night
meeting ~ meet, discuss, room
pool ~ swim, lengths, lane
beach ~ sand, sea, waves, swim
`;
