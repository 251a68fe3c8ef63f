/** Travel, transport, places and nature. */
export const TRAVEL = `
travel = journey, voyage
travel > fly, drive, sail, commute, cruise, backpack, roadtrip, flight, tour
travel ~ trip, vacation, airport, hotel, suitcase, passport, abroad, ticket, train, luggage, explore, booking, visa, itinerary, pack
trip = excursion, outing, journey
trip > roadtrip, cruise, getaway, safari, hike, expedition, tour, flight
trip ~ travel, vacation, visit, hotel
vacation = holiday, getaway
vacation ~ trip, travel, beach, hotel, resort, cruise
tourist = traveller, visitor, sightseer
sightseeing ~ museum, landmark, tour, monument, tower, cathedral, tourist
visit ~ tour, trip
tour > walk, excursion, safari
abroad = overseas
transport = transit
transport > bus, train, tram, subway, ferry, taxi, bicycle, car, plane, streetcar, boat, flight, coach, minibus
transport ~ ticket, station, ride, airport
public-transport > bus, train, tram, subway, metro, ferry, streetcar
vehicle > car, bus, truck, van, motorcycle, bicycle, scooter, lorry, taxi, jeep, tractor, minibus
car = automobile, auto
car > sedan, suv, convertible, hatchback, coupe, minivan, limousine
car ~ drive, garage, engine, mechanic, parking, road, tyre, highway, wheel
truck = lorry, pickup
van > minibus, minivan
bicycle = bike, cycle
bicycle ~ pedal, helmet, ride, cycling
motorcycle = motorbike
tyre = tire
train = railway, rail
train > tram, metro, subway
train ~ station, platform, track, railway, locomotive
subway = metro, underground, tube
tram = streetcar, trolley
taxi = cab
bus = coach
plane = aeroplane, airplane, aircraft, jet
plane ~ flight, airport, pilot
flight ~ airport, plane, airline, boarding
fly ~ flight, plane, airport
airport ~ flight, plane, terminal, luggage, runway
boat = vessel
boat > ship, ferry, canoe, kayak, yacht, sailboat, raft, dinghy, cruise, gondola
boat ~ sail, harbour, lake, sea, dock, marina
ferry ~ harbour, island, crossing
harbour = harbor, port, marina, dock
sail ~ boat, yacht, wind
drive ~ car, road, highway
walk = stroll, wander, ramble, saunter
walk > hike, trek, march, promenade
walk ~ path, trail, foot, pedestrian, boardwalk
hike = trek, ramble
hike ~ trail, mountain, path, boots, forest, summit
trail = path, footpath, track
road = street, route
road > highway, motorway, avenue, lane, boulevard, alley
highway = motorway, freeway, expressway
luggage = baggage
luggage > suitcase, backpack, bag, rucksack, duffel
suitcase ~ pack, travel
backpack = rucksack, knapsack
hotel = lodging, accommodation
hotel > hostel, motel, inn, resort, guesthouse, airbnb
hotel ~ room, reception, suite, stay, lobby
accommodation > hotel, hostel, campsite, apartment, cabin, cottage, guesthouse, inn
accommodation ~ room, stay, night, checkin
ticket ~ booking, pass, admission, fare, seat
book-a-table ~ reservation, restaurant
reservation = booking
reserve = book
passport ~ visa, border, travel
map ~ route, directions, atlas, navigate
museum > gallery, planetarium
museum ~ exhibition, art, history, artefact, collection
gallery ~ art, painting, exhibition, sculpture, museum
exhibition ~ museum, gallery
landmark = monument, sight
landmark > tower, cathedral, castle, palace, statue, bridge, parliament, basilica, fort, memorial, temple, ruins
castle = fortress
church > cathedral, chapel, basilica, abbey
worship ~ church, temple, mosque, synagogue, prayer
tower ~ skyline, view
view = panorama, vista, outlook
view ~ lookout, skyline, summit, observation
lookout = viewpoint
park = green-space
park > garden, playground, meadow, nature-reserve
park ~ nature, outdoors, lawn, trees, picnic, bench, pond
garden > orchard, greenhouse, allotment
garden ~ flower, plant, lawn, botanical
nature = wilderness, outdoors
nature > forest, mountain, lake, river, park, beach, wildlife, meadow, ocean, waterfall, canyon, ravine, wetland, trail, desert, island
nature ~ outdoors, hike, animal, tree, plant, bird, scenic, camping, garden
outdoors = outside, open-air
outdoors > hike, camping, park, beach, trail, garden, picnic, kayak, cycling, fishing, lake, mountain, forest, boardwalk, viewpoint, climbing, terrace
outdoor = open-air, alfresco
outdoor > hike, camping, park, beach, trail, kayak, picnic, garden, patio, boardwalk
indoor > museum, gallery, mall, cinema, aquarium, library
forest = woods, woodland
forest > jungle, rainforest
forest ~ tree, trail
tree > oak, pine, maple, willow, birch, walnut, cedar, palm, spruce, elm
mountain > peak, summit, hill, volcano, alps, cliff
mountain ~ hike, climb, ski, valley
hill = slope
valley > ravine, canyon, gorge
lake > pond, reservoir, lagoon
lake ~ swim, boat, shore, water, waterfront
river = stream
river > creek, brook, canal, rapids
river ~ bridge, water, bank, boat
ocean = sea
sea ~ beach, coast, wave, ship, island, tide
coast = shore, seaside, shoreline, waterfront
coast ~ beach, cliff, sea, harbour, lighthouse
beach = seaside
beach ~ sand, sea, surf, swim, coast, wave, sunbathe, sunscreen, towel
island = isle
waterfall = falls, cascade
water > lake, river, sea, pond, rain
water ~ swim, boat, kayak, pool, beach, surf, sail, waterfront
camping > campfire, campsite
camping ~ tent, campfire, sleeping-bag, outdoors, hike, forest, marshmallow
city = town, metropolis
city ~ urban, downtown, skyline, street
town > village
village ~ rural, countryside
downtown = centre
countryside = rural
country = nation
country > canada, france, italy, japan, germany, spain, england, australia, india, mexico, china, brazil, sweden, ireland, greece, portugal, egypt, kenya, thailand, norway, scotland, turkey
city > paris, london, toronto, montreal, ottawa, rome, tokyo, barcelona, berlin, boston, seattle, chicago, miami, edinburgh, vancouver
europe > france, italy, germany, spain, england, ireland, greece, portugal, sweden, norway, scotland
asia > japan, china, india, thailand, vietnam, korea, singapore, indonesia
place = location, spot, venue
neighbourhood = neighborhood, district, quarter
market = bazaar
market ~ stall, shop, vendor, produce
shop = store
shop > bookstore, supermarket, boutique, bakery, pharmacy, market, mall, grocery, hardware
shopping ~ mall, store, market, boutique, buy, souvenir, clothes
mall = shopping-centre
souvenir = keepsake, memento
crowded = busy, packed
quiet = peaceful, calm, tranquil, serene, silent
noisy = loud
scenic = picturesque
scenic ~ view, lookout, panorama, lake, mountain, garden, river, waterfall, sunset, coast, trail, beach, valley, boardwalk, bridge
romantic ~ candlelight, sunset, couple, date, rooftop, wine, rose, candle, honeymoon, anniversary, stroll
family-friendly ~ children, kids, playground, zoo, aquarium
accessible ~ wheelchair, ramp, lift, elevator
elevator = lift
bridge ~ river
queue = line
adventure = exploration
adventure > hiking, kayaking, climbing, rafting, safari, zipline, camping, diving, surfing, skiing, expedition
adventure ~ explore, outdoors, travel, thrill
explore = discover
explore ~ walk, tour, trail, hike, old-town
culture ~ museum, gallery, theatre, opera, festival, heritage, temple, concert, history, tradition, art, ballet, architecture, exhibition
architecture ~ building, cathedral, tower, bridge, design, palace, church, castle
building > tower, church, house, castle, skyscraper, warehouse
luxury ~ spa, suite, champagne, gourmet, limousine, yacht, boutique
commute ~ train, bus, bicycle, traffic, work
departure ~ flight, airport, checkout, leave, train
arrive ~ airport, flight, station, checkin
pack ~ luggage, suitcase, clothes
depart = leave
route = way, path
foreign = abroad, overseas
nearby = near, close
square = plaza
suburb = outskirts
centre = center, downtown
guide ~ tour
scenery = view
border ~ customs, passport
`;
