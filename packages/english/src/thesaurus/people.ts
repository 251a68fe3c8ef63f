/** Family, friends, feelings, events of life and talk. */
export const PEOPLE = `
family = relatives, kin
family > mother, father, parent, child, sibling, brother, sister, son, daughter, grandmother, grandfather, aunt, uncle, cousin, wife, husband, niece, nephew, grandparent, kids
parent > mother, father, mom, dad
mother = mom, mum, mommy, mama
father = dad, daddy, papa
child = kid
child > son, daughter, baby, toddler, infant, teenager, boy, girl
child ~ school, toy, playground, parent, family
kid > son, daughter, baby, toddler
kid ~ school, toy, playground, zoo
baby = infant, newborn
baby ~ pregnant, birth, stroller, nursery
teenager = teen, adolescent
sibling > brother, sister, twin
grandmother = grandma, granny, nana
grandfather = grandpa, granddad
grandparent > grandmother, grandfather, grandma, grandpa
spouse = partner
spouse > husband, wife
husband = hubby
partner > husband, wife, girlfriend, boyfriend, fiance, spouse
relationship > marriage, friendship, engagement, partnership
relationship ~ partner, dating, love, boyfriend, girlfriend, single, husband, wife, breakup, couple
single ~ divorced, unmarried
marry = wed
married ~ wedding, husband, wife, spouse, anniversary
marriage ~ wedding, husband, wife, spouse, anniversary, divorce
wedding = nuptials
wedding ~ bride, groom, marry, ceremony, engagement, honeymoon, anniversary
divorce = separation
breakup = split
pregnant = expecting, pregnancy
pregnant ~ baby, birth
birth = born
friend = buddy, pal, mate
friend ~ friendship, hang, meet
friend > bestie, companion
neighbour = neighbor
colleague = coworker, teammate
people = folks
person > man, woman, guy, lady
man = guy
woman = lady
community ~ neighbourhood, volunteer, local
meet = encounter
meet ~ reunion, friend
party = celebration
party > birthday, wedding, reception, gala
party ~ celebrate, guest, dance, invite
celebrate = commemorate
celebrate ~ party, birthday, anniversary, champagne, festival, holiday
birthday ~ party, cake, gift
gift = present
gift ~ birthday, give, christmas
event > festival, concert, wedding, party, conference, parade, fair, gala, fundraiser, tournament, exhibition, ceremony
holiday > christmas, easter, thanksgiving, halloween, hanukkah, new-year
christmas = xmas
guest = visitor
guest ~ host, invite, stay
feel ~ emotion, mood
emotion = feeling
emotion > happy, sad, angry, afraid, joy, fear, love, anxiety, grief, pride, relief, jealous, excited
happy = glad, joyful, cheerful, delighted, pleased
happy ~ smile, laugh, joy, excited, fun, thrilled
happiness = joy, delight
sad = unhappy, upset, sorrowful, heartbroken
sad ~ cry, grief, depressed, tears, loss
angry = mad, furious, annoyed, irritated
angry ~ argue, frustrated
afraid = scared, frightened, terrified, fearful
fear = phobia, dread
fear ~ afraid, scared, anxious, worry
worried = anxious, concerned, nervous
worry = concern
anxiety = nervousness
anxiety ~ stress, nervous, panic, worry, therapy
stress = pressure
stress ~ anxiety, overwhelmed, tense, burnout, hectic, busy
stressed = overwhelmed, frazzled
relax = unwind, destress, chill
relax ~ spa, massage, yoga, meditation, bath, calm, rest, read, lounge, leisure, nap, sauna, hot-tub, pool, picnic, stroll, beach, park, garden, tea, quiet, sunset, bench
calm = peaceful
calm ~ meditation, nature, soothe, yoga
excited = thrilled, stoked, pumped
excited ~ eager, enthusiastic
proud = pride
proud ~ accomplishment, achievement
grateful = thankful, appreciative
love = adore
love ~ like, romance, heart, passion, affection
like = enjoy
like ~ love, favourite, fan, prefer
hate = dislike, detest, loathe
favourite = favorite, preferred
interest = hobby
enjoy = relish
enjoy ~ love, like, fun
fun = enjoyable, entertaining
fun ~ enjoy, blast, laugh
boring = dull, tedious
surprised = astonished, amazed, shocked
disappointed = let-down, discouraged
lonely = isolated, alone
tired = exhausted, weary, sleepy, fatigued
confident = self-assured
embarrassed = ashamed
hope = wish
hope ~ dream, goal, aspire
dream = aspiration
dream ~ goal, hope, wish
goal = aim, objective, target, ambition
goal ~ plan, dream, achieve, resolution, learn, improve, habit, progress, finish, target, deadline
plan = intend
plan ~ schedule, goal, upcoming, agenda, itinerary, prepare, arrange, book
achievement = accomplishment
achievement ~ award, win, trophy, medal, milestone, success, proud
succeed = achieve, accomplish
success = triumph
fail = flop
failure = setback
challenge = obstacle, difficulty, hurdle
challenge ~ struggle, overcome, tough, hard, setback
struggle = difficulty
struggle ~ challenge, hard, tough
difficult = hard, tough, challenging
easy = simple, effortless
motivate = inspire, encourage
motivation = inspiration
inspire ~ motivate, influence
support = help, encourage
support ~ encouragement, friend
help = assist, aid
help ~ volunteer, support, charity
advice = tip, suggestion, recommendation, guidance
recommend = suggest, advise
agree = concur
argue = quarrel, disagree
talk = chat, speak, converse
talk ~ discuss, conversation, call
discuss ~ talk, conversation
call = phone, ring, telephone
message = text
message > email, letter, postcard, note
promise = vow, pledge
decide = choose
decision = choice
choose = pick, select
change = transform, alter, modify
begin = start, commence
launch = unveil
end = finish, conclude
finish = complete, done
stop = quit, cease
continue = proceed
move = relocate
move ~ home, apartment, house
remember = recall
remember ~ memory, nostalgia, remind
memory = recollection
memory ~ childhood, photo, remember, nostalgic
die = pass-away
die ~ death, funeral, loss, grief
death ~ funeral, loss, grief, die, passed
grief = mourning
lose = misplace
loss ~ grief, death
lgbtq = queer
lgbtq ~ gay, transgender, lesbian
religion = faith
religion > christian, muslim, jewish, hindu, buddhist
religion ~ church, prayer, bible, god, spiritual, worship
politics ~ election, vote, government, campaign, mayor, policy
military ~ army, soldier, veteran, navy
charity = nonprofit
charity ~ donate, fundraiser, volunteer, shelter, homeless
volunteer ~ charity, shelter, help, community
donate = contribute
fundraiser ~ charity, donate
personality = character
kind = caring, compassionate
friendly = welcoming, sociable
adopt ~ child, shelter, pet
group ~ club, team
leisure = recreation
leisure ~ hobby, relax, park, game, movie, stroll, music
social ~ friend, party, meet, gathering, dinner, club, guest, barbecue, family, dance
socialise ~ friend, party, meet, gathering, dinner, club
gathering = get-together, meetup, reunion
networking ~ conference, colleague, contact, reception, meetup
entertainment > movie, concert, show, theatre, game, television, circus, comedy, karaoke, performance, festival
nightlife > bar, nightclub, pub, club, cocktail, disco
nightlife ~ dance, music, party, evening
festival = carnival
festival ~ music, parade, fireworks, stage
collaborate = cooperate
collaboration = teamwork
collaboration ~ team, colleague, partner, project, meeting
mentor ~ advice, coach, career, guide
conflict = dispute
conflict ~ argue, disagree, fight
milestone ~ birthday, graduation, anniversary, achievement
childhood ~ kid, school, memory, parent, grow
parenting ~ child, baby, school, mother, father
improve = enhance
improve ~ practice, learn, skill, progress
contact = reach
contact ~ email, phone, call, address, message, reply
reply = respond, answer
reply ~ email, message
follow-up ~ reply, email, call, remind, check
remind ~ deadline, appointment, alarm
organise = arrange
organise ~ declutter, tidy, label, schedule
ceremony ~ wedding, graduation, funeral, award
spiritual ~ temple, meditation, prayer, church, retreat, monastery
answer = response
inform = tell
conversation = chat, discussion
cry = weep, sob
laugh = giggle, chuckle
smile = grin
apologise = sorry
truth = honest
trust = rely
generous = giving
clever = smart, intelligent, bright
stupid = silly, foolish
brave = courageous
shy = timid
interesting = fascinating, intriguing
nice = pleasant, lovely
thin = slim, skinny
fat = overweight
tall = high
young = youthful
adult = grown-up
funeral = burial
dead = deceased
pray = prayer
church ~ service, prayer
childcare = daycare, nursery, babysitter
steal = theft, rob, burglary
crime > theft, burglary, robbery, fraud
police ~ officer, crime
try = attempt
discover = find
increase = grow, rise
reduce = decrease, cut, lower
throw-away = discard, bin
anniversary ~ wedding, celebrate
`;
