/** Health, sport, animals, clothes, weather, time and qualities. */
export const BODY_AND_WORLD = `
health = wellbeing, wellness
health ~ doctor, medical, hospital, fitness, exercise, medicine, dentist, illness, diet, sick, checkup
medical ~ doctor, hospital, clinic, medicine, health, nurse, checkup, surgery, prescription, therapy, appointment, vaccine, dentist
doctor = physician, gp
doctor > surgeon, dentist, paediatrician, cardiologist, dermatologist, psychiatrist, optician
doctor ~ hospital, clinic, patient, checkup, appointment, medical, health
dentist ~ tooth, dental, filling
dental ~ tooth, dentist
vet = veterinarian
nurse ~ hospital, patient
hospital = clinic
hospital ~ doctor, nurse, surgery, patient, emergency
surgery = operation
checkup = examination
medicine = medication, drug
medicine > pill, tablet, antibiotic, painkiller, vaccine, aspirin, vitamin, ointment
medicine ~ pharmacy, prescription, doctor
pharmacy = chemist, drugstore
pharmacy ~ prescription, medicine
vaccine = jab, shot
vaccination > flu-shot, booster
ill = sick, unwell
sick ~ flu, fever, cold, hospital, doctor, illness
illness = disease, sickness
illness > flu, fever, cancer, diabetes, asthma, covid, pneumonia, allergy, infection, arthritis, depression
cold = chilly, freezing
cold ~ flu, cough, winter, ice, frost, snow
flu = influenza
injury = wound
injury > fracture, sprain, burn, bruise, cut, concussion
injury ~ hurt, ankle, pain, knee, accident, recover
hurt = injured
pain = ache
pain > headache, backache, toothache, migraine
recover = heal
recover ~ rehab, therapy, healing
therapy = counseling, treatment
therapy ~ therapist, mental, counselor
therapist = counselor, psychologist
mental-health ~ therapy, counselor, anxiety, depression, stress, wellbeing
depression ~ sad, therapy, anxiety
body > arm, leg, hand, foot, head, knee, back, shoulder, ankle, heart, stomach, eye, ear, neck
weight ~ diet, kilo, pound, fat, gym
sleep = nap, slumber
sleep ~ bed, insomnia, rest, tired, pillow
insomnia = sleepless
exercise = workout, training
exercise > yoga, running, swimming, pilates, weights, aerobics, jogging, cycling, gym, stretching, pushup
exercise ~ fitness, gym, trainer, sport, health
fitness ~ gym, exercise, workout, trainer, muscle, running, yoga, swim, cycling, pilates, stretching
gym = fitness-centre
yoga ~ meditation, stretch, mat, pose, class
meditation = mindfulness
meditate ~ yoga, calm, mindfulness
massage ~ spa, relax
haircut ~ barber, hairdresser, salon
hairdresser = barber
smoke ~ cigarette, tobacco
sport = athletics
sport > football, soccer, basketball, tennis, baseball, hockey, swimming, running, golf, volleyball, cricket, rugby, skiing, cycling, boxing, surfing, climbing, gymnastics, badminton, rowing, skating, martial-arts, fishing
sport ~ team, coach, game, match, player, athlete, tournament, stadium
football = soccer
ball ~ game, football, basketball, tennis
team ~ player, coach, league, match
player = athlete
coach = trainer
match = game
tournament = competition, championship, contest
tournament ~ win, trophy, league, game
competition = contest
win = victory
win ~ trophy, medal, champion, tournament, award
trophy ~ award, win
stadium = arena
run = jog
run ~ marathon, race, jogging, track
race > marathon, sprint, relay, triathlon
marathon ~ run, race
swim ~ pool, lake, beach, sea
ski ~ snow, slope, mountain, winter, snowboard
skate ~ ice, rink
surf ~ wave, board, beach, ocean
climb = scale
climbing = mountaineering, bouldering
kayak = canoe
kayak ~ paddle, river, lake
fishing ~ rod, lake, river
martial-arts > karate, judo, kickboxing, taekwondo, boxing, aikido
animal > dog, cat, bird, horse, rabbit, fish, turtle, snake, cow, sheep, pig, elephant, lion, bear, wolf, fox, deer, monkey, frog, duck, hamster, squirrel, whale, dolphin, penguin, giraffe, tiger
animal ~ pet, zoo, wildlife, shelter, vet
pet > dog, cat, hamster, rabbit, puppy, kitten, goldfish, parrot, turtle, gecko, guinea-pig
pet ~ vet, adopt, leash, animal, fur
dog = hound, canine
dog > puppy, pup, labrador, poodle, retriever, terrier, beagle, shepherd, bulldog, husky
dog ~ leash, bark, walk, kennel, pet
cat = feline, kitty
cat > kitten
cat ~ litter, purr, pet
puppy = pup
horse > pony, mare, stallion, foal
horse ~ ride, stable
bird > eagle, owl, robin, sparrow, duck, heron, gull, parrot, swan, goose, pigeon, hawk, penguin, crow, hummingbird, flamingo
bird ~ nest, feather, birdwatching, wing
reptile > snake, turtle, lizard, gecko, crocodile, tortoise
insect > bee, ant, butterfly, mosquito, beetle, fly, moth, wasp
wildlife ~ animal, bird, deer, heron, turtle, bear, safari
zoo ~ animal, aquarium
farm ~ cow, barn, tractor, sheep, orchard
plant > flower, tree, shrub, herb, fern, cactus, succulent, bulb, vine
flower = blossom, bloom
flower > rose, tulip, daisy, lily, sunflower, orchid, lavender, daffodil, peony, iris, wildflower
flower ~ garden, bouquet, petal
clothes = apparel, garments, outfit
clothes > shirt, dress, trousers, jacket, coat, sweater, skirt, jeans, shoes, hat, socks, suit, scarf, gloves, blouse, shorts, hoodie
clothes ~ wear, fashion, wardrobe, laundry, boutique, tailor
wear ~ clothes, dress, outfit
trousers = pants
sweater = jumper, pullover, cardigan
jacket = coat
shoes > boots, sneakers, sandals, heels, slippers
sneakers = trainers
accessory > scarf, belt, hat, gloves, necklace, watch, tie, sunglasses, handbag
jewelry = jewellery
jewelry > necklace, ring, bracelet, earring, pendant, brooch
handbag = purse
glasses = spectacles
fashion ~ clothes, style, designer, trend
umbrella ~ rain
weather > rain, snow, sun, wind, storm, fog, sunny, cloudy, rainy, frost, hail, heatwave, drizzle
weather ~ forecast, temperature, climate, sunny, windy, storm, umbrella
rain = rainfall
rain > drizzle, shower, downpour
rain ~ umbrella, wet, cloud, storm, rainy, indoors, raincoat
rainy = wet
rainy ~ rain, umbrella, indoors
snow ~ ski, winter, ice, snowman, sled, frost
sun = sunshine
sunny = clear, bright
sunny ~ sun, warm, sunscreen
storm > thunderstorm, hurricane, tornado, blizzard
wind = breeze
windy = breezy
cloudy = overcast
hot = warm
warm = mild
warm ~ sun, summer, cosy, heat
freezing = frosty, icy
flood ~ rain, water
season > spring, summer, autumn, winter
autumn = fall
winter ~ snow, cold, ski, christmas, frost
summer ~ beach, sun, hot, july, august
morning ~ breakfast, sunrise, dawn, early
afternoon ~ lunch
evening ~ dinner, sunset, dusk, night
night ~ evening, sleep, dark, midnight
sunrise = dawn
sunset = dusk, twilight
noon = midday
weekend > saturday, sunday
weekday > monday, tuesday, wednesday, thursday, friday
today ~ now
yearly = annual
weekly = every-week
monthly = every-month
recurring = repeating, regular
recurring > yearly, annual, weekly, monthly, daily
daily = every-day
recent = latest
recently = lately
soon = shortly
early ~ morning, dawn
late ~ night, overdue
old = ancient, elderly
old ~ antique, vintage, history
antique = vintage
history ~ ancient, historic, museum, century, past, heritage
historic ~ castle, heritage, monument, fort, century
new = fresh
modern = contemporary
big = large, huge, enormous, giant
small = little, tiny, miniature
fast = quick, rapid, speedy, swift
quick ~ minutes, easy, fast, simple
slow = unhurried, leisurely
long = lengthy
short = brief
good = great, nice, fine
great = excellent, wonderful, fantastic, amazing, awesome, superb
bad = terrible, awful, horrible, poor
beautiful = pretty, lovely, gorgeous, stunning
ugly = unsightly, unattractive
strong = powerful, sturdy
weak = feeble
clean ~ soap, tidy
dirty = filthy, muddy
safe = secure
dangerous = risky, hazardous
danger = risk, hazard
accident = crash, collision
emergency ~ urgent, ambulance, fire, hospital
smart = clever, intelligent
funny = humorous, hilarious, amusing
funny ~ joke, laugh, comedy
strange = weird, odd, unusual, peculiar
famous = well-known, renowned, celebrated
popular = well-liked
creative = artistic, imaginative
colour = color
colour > red, blue, green, yellow, purple, orange, pink, black, white, brown, grey
grey = gray
smell = scent, aroma
sound = noise
environment = ecology
environment ~ nature, climate, recycle, pollution, green, sustainable
energy ~ solar, power, electricity
fire = blaze
fire ~ flame, campfire, smoke, burn
space ~ planet, star, moon, astronomy, galaxy
star ~ galaxy, sky, meteor, astronomy
wellness ~ spa, massage, yoga, meditation, exercise, sleep, fitness, gym, nutrition, mindfulness, therapy, sauna, stretching, relax, checkup
self-care ~ bath, rest, spa, massage, meditation, sleep, journal, relax
spa > sauna, massage, facial, hot-tub
spa ~ relax, wellness, steam
nutrition ~ diet, vitamin, protein, fibre, calorie, vegetable, healthy, meal
diet ~ healthy, calorie, weight, salad
symptom ~ fever, cough, pain, rash, headache, doctor
physical-activity > hike, walk, run, cycling, swim, gym, sport, dance, climbing, yoga
active ~ hike, cycling, sport, kayak, climbing, swim, run, exercise
mindfulness ~ breathing, calm, yoga, journal
sustainable = eco-friendly
sustainable ~ recycle, solar, compost, reuse, bicycle, local, organic, electric
organic ~ farm, market, vegetable
priority = importance
important ~ priority, urgent, critical, deadline
habit = routine
habit ~ daily, practice, goal
missing = lost
optional = voluntary
exciting = thrilling, exhilarating
snowy = snow
trash = bin
garden = yard, backyard
grow = plant
`;
