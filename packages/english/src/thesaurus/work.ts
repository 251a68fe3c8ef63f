/** Work, school, money, home, tools, media and technology. */
export const WORK = `
work = job, occupation, employment
work ~ office, career, boss, colleague, project, employer, business
job = occupation, position
job > engineer, teacher, nurse, doctor, lawyer, plumber, chef, waiter, manager, programmer, accountant, electrician, carpenter, pilot, driver, mechanic, journalist, banker, barista, counselor, therapist
job ~ career, interview, hire, resume, salary, internship
career = profession, vocation
career ~ job, work, path, counseling, mentor, promotion, portfolio, networking
profession > engineer, teacher, nurse, doctor, lawyer, architect, accountant
boss = manager, supervisor
manager = supervisor
employee = worker, staff
employer = company
company = firm, business
business = enterprise
business ~ company, startup, store, customer, entrepreneur, shop
startup ~ founder, entrepreneur, investor
hire = recruit, employ
fired = laid-off, dismissed, sacked
quit = resign
unemployed = jobless
promotion ~ raise, manager
interview ~ job, candidate
office = workplace
office ~ desk, colleague, meeting
meeting = appointment
meeting ~ agenda, conference, call, minutes, team, discuss
appointment ~ doctor, dentist, schedule, calendar, clinic, checkup, haircut, vet, therapist, consultation
conference = convention, symposium
conference > keynote, workshop, talk, session, panel, plenary
conference ~ speaker, badge, presentation, poster
presentation = talk
presentation ~ slide, speaker, audience
workshop = seminar
project ~ task, deadline, plan
task = chore, to-do, errand
task ~ deadline, project, chore, finish, pending
chore > laundry, dishes, vacuuming, cleaning, ironing, dusting
chore = housework
errand ~ shop, post, pharmacy, bank, grocery, supermarket, library, return, buy, pick-up
deadline = due-date
deadline ~ due, submit, urgent, late
urgent = pressing, critical, asap
urgent ~ deadline, important, emergency, immediately, overdue
important = essential, crucial, significant
overdue = late
finished = done, completed
unfinished = incomplete, pending
pending = waiting
blocked ~ waiting, stuck
postpone = delay, defer
schedule = timetable
schedule ~ calendar, plan
document = paper, file
document > contract, form, letter, report, invoice, passport, certificate, licence
contract = agreement
sign ~ signature, contract
signature = autograph
submit = upload, hand-in
upload ~ file, submit
proposal ~ grant, funding, application
grant = funding
research = study, investigate
research ~ scientist, laboratory, experiment, science, literature, survey, thesis, study, library, analysis, article, academic, university
science > biology, chemistry, physics, geology, astronomy
laboratory = lab
experiment ~ laboratory, test
paper ~ article, journal, revision
review = assess
reviewer = referee
revise = edit
email = mail
post ~ letter, parcel, stamp, mail
parcel = package
write > journal, blog, draft, compose
write ~ book, novel, poem, author, screenplay, script, story
writer = author
read ~ book, novel, library, story, article
proofread ~ read, edit, correct
school = college
school > university, kindergarten, academy, primary
school ~ teacher, student, class, pupil, homework, exam, education, lesson
university = college
university ~ degree, campus, professor, student, lecture
education ~ school, university, degree, course, learn, study, training, museum, library, lecture, workshop, science, teacher, homework
degree > bachelor, master, doctorate, phd, diploma
degree ~ graduate, university
graduation ~ degree, diploma
student = pupil
teacher = instructor, tutor, educator
teacher ~ school, class, lesson
professor = lecturer
class = course, lesson
course ~ class, lecture, learn
lesson ~ class, teacher, learn
exam = test
exam ~ study, quiz, grade
study ~ exam, learn, student, research
learn ~ class, lesson, study, course, teach, practice, book, language, workshop, tutorial, training, read, skill, lecture, homework, exam, student
teach = instruct
teach ~ lesson, class, tutor, instructor
homework = assignment
grade = mark
subject > math, history, geography, biology, chemistry, physics, literature
math = mathematics
language > english, french, spanish, german, italian, japanese, chinese, portuguese
money = cash, funds
money > salary, loan, savings, coin
money ~ pay, bank, cost, budget, price, afford, financial, wallet, income, debt
pay = payment, settle
pay ~ bill, money, salary, cost, invoice
salary = wage, income
income = earnings
earn ~ salary, income
cost = price
cost ~ expensive, cheap, pay, fee, budget
fee = charge
price ~ cost, cheap, expensive, discount, sale
cheap = inexpensive, affordable, low-cost, economical
cheap ~ budget, discount, bargain, free, sale, thrift
expensive = costly, pricey, dear
expensive ~ luxury, fancy
free = complimentary, gratis
luxury = fancy, upscale
bargain = deal
discount = sale, coupon
buy = purchase
buy ~ shop, store, order, get
sell ~ sale, market, customer
bill = invoice
bill ~ pay, electricity, rent
tax ~ return, refund, income
bank ~ account, money, loan, mortgage
loan = mortgage, credit
debt ~ loan, owe
insurance = cover
insurance ~ policy, claim, premium
budget ~ money, cost, spending, finance
finance = financial
finance ~ bank, tax, budget, bill, invoice, loan, mortgage, savings, pay, insurance, pension, investment, salary
investment > stock, bond, shares, property
rent = lease
refund = reimbursement
rich = wealthy
poor = impoverished
home = house, residence
home > apartment, condo, cottage, cabin, mansion, flat
home ~ family, move, rent, renovate, room
apartment = flat, condo
room > bedroom, kitchen, bathroom, living-room, attic, basement, garage, hall, cellar, pantry, nursery
basement = cellar
bathroom = toilet, washroom, restroom
bathroom > shower, bath, sink
bathroom ~ tap, tile, towel, plumber
bedroom ~ bed, sleep, pillow
furniture > table, chair, sofa, bed, desk, shelf, wardrobe, dresser, cabinet, couch, bookcase, lamp
sofa = couch
shelf = bookcase
lamp = light
curtain = blind
repair = fix, mend
repair > patch, replace, restore, service, seal
repair ~ broken, leak, tool, mechanic, plumber, damage, crack
broken = damaged, cracked
damage ~ broken, accident, repair
leak = drip
leak ~ water, pipe, plumber, roof, damp
plumbing ~ pipe, leak, tap, plumber, drain, toilet, shower
tap = faucet
maintenance = upkeep, servicing
maintenance ~ repair, service, boiler, gutter, check
heating ~ boiler, furnace, radiator, stove, firewood, warm
boiler = furnace
renovate = refurbish, remodel, redecorate
renovate ~ paint, repair, tile
decorate ~ paint, wallpaper, curtain, lamp
clean = tidy, wash
clean > sweep, vacuum, mop, dust, scrub, wipe, declutter
cleaning > laundry, dusting, vacuuming
laundry = washing
rubbish = trash, garbage, waste
recycle = reuse
garden-work ~ rake, prune, mow, weed, plant
gardening ~ plant, prune, mow, weed, seed, soil, bulb, flower, compost, rake
appliance > fridge, oven, dishwasher, microwave, toaster, kettle, vacuum, freezer, blender, washing-machine
fridge = refrigerator
stove = cooker
electricity = power
electricity ~ wire, socket, bulb, battery
tool > hammer, screwdriver, drill, chainsaw, wrench, pliers, shovel, ladder, axe, rake, spanner, chisel
wrench = spanner
hardware > screw, nail, bolt, hinge, bracket
build = construct
build ~ carpenter, wood, construction, brick
carpentry = woodwork
paint ~ brush, colour, canvas, wall
key ~ lock, door
door ~ lock, handle, hinge
winter-preparation ~ firewood, boiler, gutter, draught, frost
security ~ lock, alarm, safe
computer > laptop, tablet, desktop, server
computer ~ software, keyboard, programming, screen, internet
laptop = notebook
phone = telephone, mobile, cellphone, smartphone
software = app, application
software ~ code, program, computer
programming = coding
programming ~ software, developer, code, python, app
developer = programmer
website = site
internet ~ wifi, online, website
backup ~ disk, save, copy
password ~ account, login
camera ~ photo, photography, lens
photo = picture, photograph, image
photo ~ camera, photography, album
photography ~ photo, camera, picture, portrait
device > phone, tablet, laptop, camera, console, headphones
media > television, radio, newspaper, podcast, magazine
news ~ newspaper, journalist, article
television = tv, telly
show = series
movie = film
movie ~ cinema, watch, actor, director, screen, theatre, screenplay
movie > comedy, documentary, thriller, drama, trilogy, cartoon
cinema = movies
watch = view
watch ~ movie, show, tv, film
book = novel
book > biography, memoir, fantasy, mystery, thriller, cookbook, textbook, trilogy
book ~ read, author, library, story, bookstore, chapter, page, series
genre > fantasy, thriller, comedy, horror, romance, mystery, drama
story = tale
story > novel, fable, legend
library ~ book, read, borrow
bookstore = bookshop
poem = poetry
magazine = journal
music > song, jazz, rock, pop, classical, blues, concert, album, opera, symphony, hiphop, folk, metal, reggae
music ~ band, instrument, musician, listen, sing, guitar, piano, studio, tour, playlist
song = tune, track
song ~ sing, lyrics, album
band > quartet, orchestra
concert = gig
concert ~ music, band, stage, ticket, live, tour, audience, festival
musician > singer, guitarist, drummer, pianist, violinist, composer, rapper
musician ~ band, instrument
singer = vocalist
instrument > guitar, piano, violin, drum, flute, clarinet, cello, trumpet, saxophone, ukulele, harp, keyboard
art > painting, sculpture, drawing, pottery, photography, mural, watercolour, ceramics, portrait
art ~ artist, gallery, museum, exhibition, canvas, creative
artist > painter, sculptor, musician, illustrator
painting = picture, canvas
painting ~ art, artist, brush, watercolour
draw = sketch
pottery = ceramics
pottery ~ clay, kiln, bowl, cup
craft > knitting, sewing, pottery, crochet, woodwork, quilting, weaving, origami
sew ~ fabric, needle, thread
theatre = theater
theatre ~ play, stage, actor, drama, musical
dance > ballet, tango, salsa, waltz, hiphop, tap
dance ~ dancer, studio, choreography
performance ~ stage, concert, show, audience
actor = performer, actress
award = prize
award > trophy, medal, oscar
game > chess, poker, puzzle, cards
game ~ play, player, console, match, tournament
video-game ~ console, xbox, playstation, nintendo, gaming
gaming ~ console, xbox, playstation, nintendo, tournament, controller
hobby = pastime, interest
hobby > painting, gardening, hiking, reading, photography, cooking, knitting, fishing, gaming, chess, pottery, dancing
hobby ~ craft, music, sport, club, collect
toy > doll, puzzle, lego, teddy
collect = gather
collection ~ museum
skill = ability
skill ~ learn, training, practice, course, improve
practice ~ rehearsal, lesson, drill, exercise
academic ~ university, professor, thesis, lecture, research, paper, journal
analyse = examine, evaluate
data ~ table, statistics, chart, dataset, spreadsheet, analysis
publication = article
publication ~ journal, manuscript, author, revise, paper
manuscript = draft
household ~ chore, cleaning, laundry, kitchen, dishes, repair, vacuum, rubbish, furniture, bathroom, home
paperwork > form, tax, invoice, passport, visa, application, contract, insurance, licence, permit
paperwork ~ sign, file, submit, office, renew
admin = paperwork
self-improvement ~ habit, learn, goal, course, skill, journal, read, exercise
personal-development ~ skill, learn, course, goal, mentor, habit, career
productivity ~ task, focus, deadline, plan, organise
focus = concentrate
declutter ~ tidy, donate, storage
technology = tech
technology ~ computer, software, phone, internet, gadget, robot, device
technical ~ software, computer, code, server, engineer
bug = defect
bug ~ error, crash, code
creative ~ paint, draw, craft, write, music, pottery, design, photography, poem
home-improvement ~ renovate, repair, paint, furniture, garden, tile
report = summary, write-up
summary = overview, recap, digest
summarise = recap
option = alternative
choice = option
problem = issue, trouble
mistake = error, slip-up
solution = answer, fix
cancel = call-off, scrap
delay = late
reschedule = postpone
idea = thought, suggestion
opinion = view
essay = paper
note = memo, reminder
letter = mail
survey = questionnaire, poll
request = ask
assemble = build
install = set-up
customer = client
warranty = guarantee
lawyer = attorney, solicitor
edit = change
update = change
deliver = ship
delivery = shipping
apply = application
resume = cv
necessary = required, needed
quick = rapid
landlord ~ rent, tenant
currency = money
attend = participate
join = participate
`;
