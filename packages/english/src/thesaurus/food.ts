/** Meals, food and drink. The format is in ../thesaurus.ts. */
export const FOOD = `
food = cuisine, nourishment, grub
food > meal, dish, snack, fruit, vegetable, meat, seafood, bread, pasta, cheese, soup, salad, dessert, rice, noodle, egg, sandwich, pizza, curry, taco, sushi, burger, stew
food ~ restaurant, cook, hungry, eat, taste, kitchen, menu, recipe, grocery
eat = dine, consume
eat > devour, nibble, munch, feast, snack
eat ~ meal, hungry, restaurant, dish, breakfast, lunch, dinner
meal = dish
meal > breakfast, brunch, lunch, dinner, supper, picnic, barbecue, buffet, banquet, feast
breakfast = brekkie, morning-meal
breakfast > porridge, oatmeal, cereal, granola, muesli, pancake, waffle, omelette, croissant, bagel, shakshuka
breakfast ~ egg, toast, coffee, cafe, brunch, bakery, morning
lunch = luncheon, midday-meal
lunch ~ sandwich, salad, soup, canteen, noon, midday, wrap
dinner = supper, evening-meal
dinner ~ restaurant, roast, evening, steak
dish ~ recipe, plate, menu, ingredient
snack = bite, nibble
snack > crisps, chips, nuts, cracker, popcorn, pretzel, cookie, biscuit, trail-mix
restaurant = eatery, diner
restaurant > bistro, trattoria, brasserie, pizzeria, steakhouse, cafe, canteen, tavern, grill, buffet, food-court, takeaway
restaurant ~ chef, waiter, menu, table, meal, dinner, lunch, reservation, cuisine
cafe = coffeehouse, coffee-shop
cafe ~ coffee, tea, pastry, espresso, bakery
bakery = patisserie, baker
bakery > croissant, bun, pastry, bread, bagel
fast-food > burger, pizza, fries, hotdog, takeaway, kebab
takeaway = takeout, carryout
cook = prepare
cook > bake, roast, grill, fry, boil, simmer, steam, stew, saute, poach, broil, barbecue
cook ~ chef, kitchen, recipe, oven, stove, pan, ingredient, meal
bake ~ oven, cake, bread, flour, cookie, dough, pie, pastry
chef ~ kitchen, restaurant, recipe
kitchen > stove, oven, fridge, sink
recipe ~ ingredient, dish, cookbook
meat > beef, pork, chicken, lamb, turkey, ham, bacon, sausage, steak, veal, duck, mince, salami, venison, meatball, goat
meat ~ butcher, grill, barbecue, carnivore
chicken = poultry
beef > steak, burger, brisket, meatball
pork > ham, bacon, prosciutto, chorizo
seafood > fish, shrimp, prawn, crab, lobster, oyster, mussel, clam, squid, octopus, scallop, calamari, sushi
fish > salmon, tuna, cod, trout, haddock, halibut, sardine, mackerel, herring, anchovy, bass, tilapia, pike
shrimp = prawn
vegetarian = meatless, meat-free, veggie
vegetarian > vegan, plant-based
vegetarian ~ tofu, lentil, bean, vegetable, chickpea, falafel, tempeh, salad
vegan = plant-based
vegan ~ tofu, lentil, chickpea, hummus, tempeh
legume = pulse
legume > lentil, bean, chickpea, pea, soybean, edamame, dal
vegetable = veggie, greens
vegetable > carrot, potato, onion, tomato, spinach, broccoli, cauliflower, cabbage, kale, lettuce, cucumber, pepper, zucchini, aubergine, squash, pumpkin, pea, corn, celery, beetroot, leek, mushroom, radish, turnip, asparagus, artichoke, okra, parsnip, chard
zucchini = courgette
aubergine = eggplant
coriander = cilantro
beetroot = beet
chickpea = garbanzo
fruit > apple, banana, orange, pear, peach, plum, grape, cherry, mango, pineapple, melon, watermelon, lemon, lime, kiwi, apricot, fig, pomegranate, papaya, grapefruit, berry, nectarine, rhubarb, coconut
berry > strawberry, blueberry, raspberry, blackberry, cranberry, currant, gooseberry
citrus > orange, lemon, lime, grapefruit, mandarin, clementine
nut > peanut, almond, walnut, cashew, hazelnut, pecan, pistachio, macadamia
nut ~ satay, praline, marzipan, pesto, nutella
dairy > milk, cheese, butter, yoghurt, cream, feta, ricotta, mozzarella, quark, buttermilk, kefir
yoghurt = yogurt
cheese > feta, ricotta, mozzarella, cheddar, parmesan, brie, halloumi, gouda, goat-cheese, mascarpone, paneer
egg > omelette, frittata, shakshuka, quiche, scramble
bread > bun, roll, bagel, toast, baguette, naan, pita, tortilla, focaccia, sourdough, flatbread, rye
grain = cereal
grain > rice, wheat, oat, barley, quinoa, couscous, bulgur, millet, buckwheat, rye, polenta, farro
porridge = oatmeal
pasta > spaghetti, lasagne, macaroni, ravioli, penne, gnocchi, linguine, tortellini, fettuccine, noodle
lasagne = lasagna
noodle > ramen, udon, soba, pho, vermicelli
soup > broth, stew, chowder, minestrone, gazpacho, ramen, pho, bisque, borscht, goulash, bouillon
stew > casserole, goulash, tagine, curry, chili
salad > coleslaw, tabbouleh
salad ~ lettuce, dressing, greens
sandwich > burger, panini, wrap, toastie, bagel, baguette
burger = hamburger
fries = chips
dessert = pudding, sweet
dessert > cake, pie, ice-cream, gelato, tart, brownie, cookie, chocolate, pastry, crumble, cheesecake, tiramisu, sorbet, mousse, cupcake, custard, trifle, cobbler, parfait, sundae, donut
dessert ~ sugar, bakery
cookie = biscuit
donut = doughnut
candy = sweets
candy > chocolate, caramel, toffee, gummy, lollipop, marshmallow, liquorice
spice > cinnamon, pepper, cumin, paprika, turmeric, ginger, nutmeg, saffron, cardamom, clove, chili, curry
spicy = hot
spicy ~ chili, curry, pepper, jalapeno, harissa, cayenne, kimchi, salsa, wasabi, sriracha, cajun
herb > basil, mint, parsley, thyme, rosemary, oregano, sage, dill, chive, coriander, lemongrass
sauce > gravy, ketchup, mustard, mayonnaise, pesto, salsa, vinaigrette, dressing, soy
drink = beverage
drink > water, coffee, tea, juice, beer, wine, lemonade, smoothie, milk, soda, cocktail, whisky, cider, cocoa, champagne, milkshake, kombucha
drink ~ bar, thirsty, cup, glass, sip
alcohol = booze, liquor
alcohol > beer, wine, whisky, cocktail, vodka, rum, gin, champagne, cider, tequila, brandy, ale, lager, sake
beer > ale, lager, stout, pint, pilsner
whisky = whiskey, bourbon
coffee > espresso, latte, cappuccino, mocha, americano, macchiato
coffee ~ cafe, caffeine, barista
tea > matcha, chai, chamomile
soda = pop, fizzy-drink
soda > cola, lemonade
juice > smoothie, lemonade, nectar
bar = pub
bar > tavern, brewery, taproom, saloon
bar ~ drink, beer, cocktail, bartender
sweet = sugary
sweet > honey, chocolate, caramel, syrup, jam, candy
tasty = delicious, yummy, flavourful, scrumptious, appetising
tasty ~ flavour, dessert, cake, chocolate, crispy, creamy, roasted, grilled, juicy, savoury, caramel, sweet, fresh, homemade, meal, recipe, restaurant, bakery
hungry = starving, famished, peckish
healthy = wholesome, nutritious
healthy ~ salad, vegetable, fruit, exercise, diet, fibre, nutrition, smoothie, grilled, quinoa, oatmeal, spinach, lentil, bean, fish, yoghurt, vegan
gluten-free ~ rice, quinoa, corn, coeliac
protein ~ meat, egg, chicken, tofu, lentil, fish, bean, yoghurt
asian > chinese, japanese, thai, vietnamese, korean, indian, malaysian
japanese ~ sushi, ramen, miso, tempura, udon, soba, teriyaki
italian ~ pizza, pasta, risotto, trattoria, lasagne, gelato, gnocchi
mexican ~ taco, burrito, tortilla, salsa, guacamole, quesadilla, enchilada, fajita
indian ~ curry, naan, dal, masala, biryani, samosa, tandoori, paneer
thai ~ curry, satay, lemongrass, coconut
vietnamese ~ pho
french ~ crepe, croissant, baguette, bistro, quiche, ratatouille
greek ~ feta, gyros, olive, tzatziki, moussaka
middle-eastern ~ hummus, falafel, kebab, tahini, tabbouleh, shawarma, shakshuka
diet = eating
diet > vegan, vegetarian, keto, pescatarian
grocery ~ supermarket, shopping, milk, bread, market
appetizer = starter
ingredient > flour, sugar, butter, egg, salt, oil
allergy = intolerance
allergy ~ nut, peanut, gluten, dairy, pollen, shellfish
picnic ~ park, basket, sandwich, blanket, lawn
flavour = flavor, taste
savoury = savory
crunchy = crispy
hearty = filling, substantial
hearty ~ stew, roast, casserole, soup, pie, chili, potato
comfort-food > lasagne, stew, casserole, pie, burger, pasta, curry, soup, pancake, pizza
refreshing ~ lemonade, salad, cucumber, mint, iced, juice, smoothie, watermelon, sorbet, cold
creamy ~ cheese, cream, yoghurt, mashed, risotto
low-carb = keto
low-carb ~ salad, meat, egg, fish, cauliflower
dairy-free ~ vegan, coconut, almond
leftovers ~ reheat, fridge, container
gourmet = fine-dining
gourmet ~ chef, tasting, restaurant, truffle
fresh ~ market, salad, fruit, herb, vegetable
light-meal > salad, soup, sandwich, wrap, snack, toast
filling ~ pasta, potato, rice, stew, bean
starter = appetiser, appetizer
crisps = chips
barbecue = grill
leftover ~ fridge, reheat
waiter = waitress, server
tip = gratuity
calorie ~ energy, diet
`;
