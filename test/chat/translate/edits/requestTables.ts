/** Requests, what each is read as (`?`: it is asked back, null: it is no change), and what the turn before was about. */
type Row = readonly [request: string, update: string | null, found?: readonly string[]];

export const TABLES: Readonly<Record<"itinerary" | "todo" | "mealplan", readonly Row[]>> = {
  itinerary: [
    ["delete High Park", "delete node /Itinerary/Day[2]/POI[3]"],
    ["remove the Bata Shoe Museum", "delete node /Itinerary/Day[3]/POI[2]"],
    ["please cancel the CN Tower at dusk", "delete node /Itinerary/Day[1]/POI[5]"],
    ["could you get rid of the Distillery District?", "delete node /Itinerary/Day[1]/POI[3]"],
    ["drop the boardwalk", "delete node /Itinerary/Day[1]/POI[4]"],
    ["scrap High Park, please", "delete node /Itinerary/Day[2]/POI[3]"],
    ["take St. Lawrence Market off the plan", "delete node /Itinerary/Day[1]/POI[2]"],
    ["call off the welcome reception", "delete node /Itinerary/Day[3]/POI[4]"],
    ["delete the last stop of day 2", "delete node /Itinerary/Day[2]/POI[4]"],
    ["delete the second stop on day 2", "delete node /Itinerary/Day[2]/POI[2]"],
    ["remove the first museum on day 3", "delete node /Itinerary/Day[3]/POI[1]"],
    ["delete day 2", "delete node /Itinerary/Day[2]"],
    ["remove the note from the CN Tower", "delete node /Itinerary/Day[1]/POI[5]/Note"],
    ["delete all museums on day 3", "delete node /Itinerary/Day[3]/POI[1], delete node /Itinerary/Day[3]/POI[2]"],
    ["remove the weather of day 1", "delete node /Itinerary/Day[1]/@weather"],
    ["remove the travel_method of day 1", "?"],
    ["cancel dinner on day 2", "delete node /Itinerary/Day[2]/Restaurant[3]"],
    ["cancel Friday's dinner", "delete node /Itinerary/Day[5]/Restaurant[2]"],
    ["cancel dinner on June 9", "delete node /Itinerary/Day[2]/Restaurant[3]"],
    ["delete the museum", "?"],
    ["remove the spaceship", "?"],
    ["delete", "?"],
    ["delete the plan", "?"],
    ["move High Park to day 3", "move node /Itinerary/Day[2]/POI[3] into /Itinerary/Day[3]"],
    ["move High Park to Friday", "move node /Itinerary/Day[2]/POI[3] into /Itinerary/Day[5]"],
    ["move High Park to June 12", "move node /Itinerary/Day[2]/POI[3] into /Itinerary/Day[5]"],
    ["move High Park to the beginning of day 3", "move node /Itinerary/Day[2]/POI[3] as first into /Itinerary/Day[3]"],
    ["move High Park to the end of day 1", "move node /Itinerary/Day[2]/POI[3] as last into /Itinerary/Day[1]"],
    ["put High Park first on day 2", "move node /Itinerary/Day[2]/POI[3] as first into /Itinerary/Day[2]"],
    ["move High Park before the ferry", "move node /Itinerary/Day[2]/POI[3] before /Itinerary/Day[2]/POI[1]"],
    ["move High Park right after lunch", "move node /Itinerary/Day[2]/POI[3] after /Itinerary/Day[2]/Restaurant[2]"],
    ["move High Park to day 3 after lunch", "move node /Itinerary/Day[2]/POI[3] after /Itinerary/Day[3]/Restaurant[2]"],
    [
      "move High Park between the ferry and the beach trail",
      "move node /Itinerary/Day[2]/POI[3] after /Itinerary/Day[2]/POI[1]",
    ],
    ["move High Park to the end", "move node /Itinerary/Day[2]/POI[3] as last into /Itinerary/Day[2]"],
    ["move High Park to 3 pm", 'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "3:00 PM - 5:00 PM"'],
    [
      "reschedule High Park to 3 pm",
      'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "3:00 PM - 5:00 PM"',
    ],
    [
      "move High Park to Friday at 3 pm",
      'move node /Itinerary/Day[2]/POI[3] into /Itinerary/Day[5], replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "3:00 PM - 5:00 PM"',
    ],
    [
      "move High Park an hour later",
      'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "3:30 PM - 5:30 PM"',
    ],
    [
      "push High Park back by 30 minutes",
      'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "3:00 PM - 5:00 PM"',
    ],
    [
      "move High Park 30 minutes earlier",
      'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "2:00 PM - 4:00 PM"',
    ],
    [
      "bring High Park forward by an hour",
      'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "1:30 PM - 3:30 PM"',
    ],
    [
      "move all museums on day 3 to day 4",
      "move node /Itinerary/Day[3]/POI[1] into /Itinerary/Day[4], move node /Itinerary/Day[3]/POI[2] into /Itinerary/Day[4]",
    ],
    ["swap High Park and Evergreen Brick Works", "move node /Itinerary/Day[2]/POI[4] before /Itinerary/Day[2]/POI[3]"],
    [
      "swap High Park with the Royal Ontario Museum",
      "move node /Itinerary/Day[2]/POI[3] after /Itinerary/Day[3]/POI[1], move node /Itinerary/Day[3]/POI[1] after /Itinerary/Day[2]/POI[3]",
    ],
    [
      "switch lunch and dinner on day 1",
      "move node /Itinerary/Day[1]/Restaurant[1] after /Itinerary/Day[1]/Restaurant[2], move node /Itinerary/Day[1]/Restaurant[2] after /Itinerary/Day[1]/Restaurant[1]",
    ],
    ["move High Park to the moon", "?"],
    ["move the museum to day 4", "?"],
    ["move day 2 into day 3", "?"],
    [
      "make dinner on day 2 30 minutes longer",
      'replace value of node /Itinerary/Day[2]/Restaurant[3]/@minutes with 120, replace value of node /Itinerary/Day[2]/Restaurant[3]/@time_block with "7:30 PM - 9:30 PM"',
    ],
    [
      "make High Park half an hour shorter",
      'replace value of node /Itinerary/Day[2]/POI[3]/@minutes with 90, replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "2:30 PM - 4:00 PM"',
    ],
    [
      "extend High Park by an hour",
      'replace value of node /Itinerary/Day[2]/POI[3]/@minutes with 180, replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "2:30 PM - 5:30 PM"',
    ],
    [
      "extend High Park until 6 pm",
      'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "2:30 PM - 6:00 PM", replace value of node /Itinerary/Day[2]/POI[3]/@minutes with 210',
    ],
    [
      "shorten High Park to 1 hour",
      'replace value of node /Itinerary/Day[2]/POI[3]/@minutes with 60, replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "2:30 PM - 3:30 PM"',
    ],
    [
      "make High Park 90 minutes long",
      'replace value of node /Itinerary/Day[2]/POI[3]/@minutes with 90, replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "2:30 PM - 4:00 PM"',
    ],
    ["make High Park 3 hours shorter", "?"],
    ["set the cost of High Park to 5", 'replace value of node /Itinerary/Day[2]/POI[3]/@cost with "CAD 5"'],
    ["set the cost of High Park to 5 dollars", 'replace value of node /Itinerary/Day[2]/POI[3]/@cost with "CAD 5"'],
    ["change High Park's cost to CAD 7.50", 'replace value of node /Itinerary/Day[2]/POI[3]/@cost with "CAD 7.50"'],
    ["the CN Tower costs 52 now", 'replace value of node /Itinerary/Day[1]/POI[5]/@cost with "CAD 52"'],
    ["change the budget to 2000", "replace value of node /Itinerary/@budget with 2000"],
    ["set the budget to 2,500", "replace value of node /Itinerary/@budget with 2500"],
    ["raise the budget by 200", "replace value of node /Itinerary/@budget with 2050"],
    ["reduce the budget by 10 percent", "replace value of node /Itinerary/@budget with 1665"],
    ["the budget is 2000 now", "replace value of node /Itinerary/@budget with 2000"],
    ["set the pace to slow", 'replace value of node /Itinerary/@pace with "slow"'],
    ["make the pace full", 'replace value of node /Itinerary/@pace with "full"'],
    ["set the pace to breakneck", "?"],
    [
      "change the travel method of High Park to taxi",
      'replace value of node /Itinerary/Day[2]/POI[3]/@travel_method with "taxi"',
    ],
    ["set the weather of day 4 to rain", 'replace value of node /Itinerary/Day[4]/@weather with "rain"'],
    ["change the title to A week in Canada", 'replace value of node /Itinerary/@title with "A week in Canada"'],
    [
      'rename High Park to "High Park & zoo"',
      'replace value of node /Itinerary/Day[2]/POI[3]/@name with "High Park & zoo"',
    ],
    ["call High Park Hillside garden", 'replace value of node /Itinerary/Day[2]/POI[3]/@name with "Hillside garden"'],
    [
      "change the name of High Park to Oak park",
      'replace value of node /Itinerary/Day[2]/POI[3]/@name with "Oak park"',
    ],
    ["change High Park to 4 pm", 'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "4:00 PM - 6:00 PM"'],
    [
      "set the start of High Park to 4 pm",
      'replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "4:00 PM - 6:00 PM"',
    ],
    [
      "set the minutes of High Park to 100",
      'replace value of node /Itinerary/Day[2]/POI[3]/@minutes with 100, replace value of node /Itinerary/Day[2]/POI[3]/@time_block with "2:30 PM - 4:10 PM"',
    ],
    ["make High Park red", "?"],
    [
      "increase the rating of Ossington Grill Room to 5",
      "replace value of node /Itinerary/Day[2]/Restaurant[3]/@rating with 5",
    ],
    ["add a coffee break to day 2", 'insert node <Restaurant name="Coffee break"/> into /Itinerary/Day[2]'],
    [
      "add a coffee break right after the opening keynote, from 10:15 to 10:30",
      'insert node <Restaurant name="Coffee break" time_block="10:15 AM - 10:30 AM"/> after /Itinerary/Day[4]/POI[1]',
    ],
    [
      'add a museum called "Gardiner" to day 1 from 2 pm to 3 pm for 15 dollars',
      'insert node <POI name="Gardiner" category="museum" time_block="2:00 PM - 3:00 PM" cost="CAD 15"/> before /Itinerary/Day[1]/POI[3]',
    ],
    ["add a park to the end of day 5", 'insert node <POI name="Park" category="park"/> as last into /Itinerary/Day[5]'],
    [
      "insert a museum visit before lunch on day 3",
      'insert node <POI name="Museum visit" category="museum"/> before /Itinerary/Day[3]/Restaurant[2]',
    ],
    ["add a dinner at 7 pm on Friday", "?"],
    [
      "add a dinner at 7 pm on Friday for 90 minutes",
      'insert node <Restaurant name="Dinner" meal="dinner" time_block="7:00 PM - 8:30 PM" minutes="90"/> before /Itinerary/Day[5]/POI[5]',
    ],
    [
      "add a reminder to the CN Tower: bring the tickets",
      'insert node <Note kind="reminder">bring the tickets</Note> into /Itinerary/Day[1]/POI[5]',
    ],
    [
      'add a tip to High Park saying "bring water"',
      'insert node <Note kind="tip">bring water</Note> into /Itinerary/Day[2]/POI[3]',
    ],
    ["add a note to High Park saying bring water", "?"],
    ["add a swim", "?"],
    ["add a stop on the moon", "?"],
    ["replace High Park with a picnic", "?"],
    [
      "replace High Park with the Royal Ontario Museum",
      "replace node /Itinerary/Day[2]/POI[3] with /Itinerary/Day[3]/POI[1]",
    ],
    ["what is on day 3?", null],
    ["which museums are on day 3?", null],
    ["is High Park free?", null],
    ["High Park is nice", null],
    ["how do I move a stop?", null],
    ["move it to Friday", "move node /Itinerary/Day[3]/POI[1] into /Itinerary/Day[5]", ["/Itinerary/Day[3]/POI[1]"]],
    ["delete that one", "delete node /Itinerary/Day[3]/POI[1]", ["/Itinerary/Day[3]/POI[1]"]],
    [
      "delete the second one",
      "delete node /Itinerary/Day[3]/POI[2]",
      ["/Itinerary/Day[3]/POI[1]", "/Itinerary/Day[3]/POI[2]"],
    ],
    [
      "remove them",
      "delete node /Itinerary/Day[3]/POI[1], delete node /Itinerary/Day[3]/POI[2]",
      ["/Itinerary/Day[3]/POI[1]", "/Itinerary/Day[3]/POI[2]"],
    ],
    [
      "make it 90 minutes",
      'replace value of node /Itinerary/Day[3]/POI[1]/@minutes with 90, replace value of node /Itinerary/Day[3]/POI[1]/@time_block with "10:00 AM - 11:30 AM"',
      ["/Itinerary/Day[3]/POI[1]"],
    ],
    [
      "make it 20 minutes longer",
      'replace value of node /Itinerary/Day[3]/POI[1]/@minutes with 170, replace value of node /Itinerary/Day[3]/POI[1]/@time_block with "10:00 AM - 12:50 PM"',
      ["/Itinerary/Day[3]/POI[1]"],
    ],
    [
      "rename it to Dinosaur hall",
      'replace value of node /Itinerary/Day[3]/POI[1]/@name with "Dinosaur hall"',
      ["/Itinerary/Day[3]/POI[1]"],
    ],
    [
      "set its cost to 30",
      'replace value of node /Itinerary/Day[3]/POI[1]/@cost with "CAD 30"',
      ["/Itinerary/Day[3]/POI[1]"],
    ],
    [
      "add a park there",
      'insert node <POI name="Park" category="park"/> into /Itinerary/Day[3]',
      ["/Itinerary/Day[3]"],
    ],
    [
      "add a park to that day",
      'insert node <POI name="Park" category="park"/> into /Itinerary/Day[3]',
      ["/Itinerary/Day[3]/POI[1]"],
    ],
    [
      "move it before lunch",
      "move node /Itinerary/Day[3]/POI[3] before /Itinerary/Day[3]/Restaurant[2]",
      ["/Itinerary/Day[3]/POI[3]"],
    ],
    ["delete it", "?"],
    ["set the weather of Monday to sunny", 'replace value of node /Itinerary/Day[1]/@weather with "sunny"'],
    ["move the CN Tower to Thursday", "move node /Itinerary/Day[1]/POI[5] into /Itinerary/Day[4]"],
    ["move High Park after dinner", "move node /Itinerary/Day[2]/POI[3] after /Itinerary/Day[2]/Restaurant[3]"],
    ["cancel lunch on Tuesday", "delete node /Itinerary/Day[2]/Restaurant[2]"],
    ["rename day 3's theme to Art", 'replace value of node /Itinerary/Day[3]/@theme with "Art"'],
    [
      "change the theme of day 3 to Art and shoes",
      'replace value of node /Itinerary/Day[3]/@theme with "Art and shoes"',
    ],
    ["add a gallery to Sunday", 'insert node <POI name="Gallery" category="gallery"/> into /Itinerary/Day[7]'],
    [
      'add a taxi ride named "To the station" to the end of day 7',
      'insert node <POI name="To the station" travel_method="taxi"/> as last into /Itinerary/Day[7]',
    ],
    [
      "insert a park called Riverside between the ferry and the beach trail",
      'insert node <POI name="Riverside" category="park"/> after /Itinerary/Day[2]/POI[1]',
    ],
    ["swap the two museums on day 3", "move node /Itinerary/Day[3]/POI[2] before /Itinerary/Day[3]/POI[1]"],
  ],
  todo: [
    [
      'add "Call the bank, and mum" to the grant proposal, due on 2026-09-20, priority 1',
      'insert node <Task title="Call the bank, and mum" priority="1" deadline="2026-09-20"/> into /TodoList/Category[1]/Project[1]',
    ],
    [
      "bump the budget table to priority 1",
      "replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@priority with 1",
    ],
    [
      "mark the budget table as done",
      'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done"',
    ],
    [
      "mark the budget table done",
      'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done"',
    ],
    ["tick off the budget table", 'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done"'],
    [
      "check the budget table off",
      'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done"',
    ],
    ["complete the budget table", 'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done"'],
    [
      "I finished the budget table",
      'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done"',
    ],
    ["the budget table is done", 'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done"'],
    [
      "the budget table is in progress",
      'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "InProgress"',
    ],
    [
      "I've ordered the cake, tick it off",
      'replace value of node /TodoList/Category[5]/Project[1]/Task[2]/@status with "Done"',
    ],
    ["start the eye test", 'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@status with "InProgress"'],
    [
      "set the eye test to blocked",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@status with "Blocked"',
    ],
    [
      "mark the eye test as waiting",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@status with "Blocked"',
    ],
    [
      "set the status of the eye test to in progress",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@status with "InProgress"',
    ],
    [
      "mark the eye test and the budget table as done",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@status with "Done", replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done"',
    ],
    [
      "mark all blocked tasks as done",
      'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@status with "Done", replace value of node /TodoList/Category[1]/Project[1]/Task[4]/@status with "Done", replace value of node /TodoList/Category[1]/Project[3]/Task[3]/@status with "Done", replace value of node /TodoList/Category[2]/Project[1]/Task[3]/@status with "Done", replace value of node /TodoList/Category[2]/Project[3]/Task[2]/@status with "Done", replace value of node /TodoList/Category[3]/Project[2]/Task[4]/@status with "Done", replace value of node /TodoList/Category[4]/Project[3]/Task[1]/@status with "Done", replace value of node /TodoList/Category[5]/Project[2]/Task[1]/@status with "Done"',
    ],
    [
      "mark the eye test as recurring",
      'insert node attribute recurring {"true"} into /TodoList/Category[3]/Project[2]/Task[2]',
    ],
    [
      "mark the boiler as not recurring",
      'replace value of node /TodoList/Category[2]/Project[2]/Task[1]/@recurring with "false"',
    ],
    [
      "set the priority of the budget table to 2",
      "replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@priority with 2",
    ],
    [
      "set the budget table's priority to 2",
      "replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@priority with 2",
    ],
    [
      "give the budget table priority 3",
      "replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@priority with 3",
    ],
    ["set the priority of the budget table to 9", "?"],
    [
      "change the deadline of the budget table to next Friday",
      'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@deadline with "2026-09-25"',
    ],
    [
      "postpone the risk assessment by a week",
      'replace value of node /TodoList/Category[1]/Project[3]/Task[2]/@deadline with "2026-10-19"',
    ],
    [
      "push the eye test back two days",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@deadline with "2026-10-22"',
    ],
    [
      "push the eye test back to October 27",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@deadline with "2026-10-27"',
    ],
    [
      "reschedule the eye test to tomorrow",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@deadline with "2026-09-17"',
    ],
    [
      "move the parcel to Monday",
      'replace value of node /TodoList/Category[4]/Project[1]/Task[2]/@deadline with "2026-09-21"',
    ],
    [
      "the deadline of the eye test is October 3",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@deadline with "2026-10-03"',
    ],
    [
      "set the effort of the budget table to 6 hours",
      "replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@effort with 6",
    ],
    [
      "the budget table takes 6 hours now",
      "replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@effort with 6",
    ],
    [
      "move the winter tyres to the Before winter project",
      "move node /TodoList/Category[4]/Project[2]/Task[3] into /TodoList/Category[2]/Project[2]",
    ],
    [
      "move the budget table and letters of support to Delta paper revision",
      "move node /TodoList/Category[1]/Project[1]/Task[3] into /TodoList/Category[1]/Project[2], move node /TodoList/Category[1]/Project[1]/Task[4] into /TodoList/Category[1]/Project[2]",
    ],
    [
      "move the eye test to the top of Before winter",
      "move node /TodoList/Category[3]/Project[2]/Task[2] as first into /TodoList/Category[2]/Project[2]",
    ],
    ["rename the Home category to House", 'replace value of node /TodoList/Category[2]/@name with "House"'],
    [
      "rename the budget table to Cost sheet",
      'replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@title with "Cost sheet"',
    ],
    [
      "add a task to buy stamps to the Bathroom leak project with priority 2 due Friday",
      'insert node <Task title="Buy stamps" priority="2" deadline="2026-09-18"/> into /TodoList/Category[2]/Project[1]',
    ],
    ['add "Call Anna" to Bathroom leak', 'insert node <Task title="Call Anna"/> into /TodoList/Category[2]/Project[1]'],
    ["add milk to the errands", "?"],
    ["remind me to call Anna tomorrow", "?"],
    ["delete the budget table from the list", "delete node /TodoList/Category[1]/Project[1]/Task[3]"],
    [
      "delete all done tasks",
      "delete node /TodoList/Category[1]/Project[1]/Task[1], delete node /TodoList/Category[1]/Project[3]/Task[1], delete node /TodoList/Category[2]/Project[1]/Task[1], delete node /TodoList/Category[2]/Project[2]/Task[4], delete node /TodoList/Category[3]/Project[2]/Task[1], delete node /TodoList/Category[4]/Project[1]/Task[3], delete node /TodoList/Category[4]/Project[3]/Task[3], delete node /TodoList/Category[5]/Project[1]/Task[1]",
    ],
    ["remove the waiting_for of the budget table", "delete node /TodoList/Category[1]/Project[1]/Task[3]/@waiting_for"],
    ["make the eye test urgent", "?"],
    ["which tasks are done?", null],
    ["what should I do next?", null],
    ["who is blocked?", null],
    ["reopen the plumber", 'replace value of node /TodoList/Category[2]/Project[1]/Task[1]/@status with "Todo"'],
    [
      "mark call the plumber as todo",
      'replace value of node /TodoList/Category[2]/Project[1]/Task[1]/@status with "Todo"',
    ],
    ["push the deadline of the eye test by three days", "?"],
    ["delete the bathroom leak project", "delete node /TodoList/Category[2]/Project[1]"],
    ["unblock the eye test", null],
    [
      "set the deadline of the eye test to 2026-11-01",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@deadline with "2026-11-01"',
    ],
    [
      "set the title of the eye test to Vision test",
      'replace value of node /TodoList/Category[3]/Project[2]/Task[2]/@title with "Vision test"',
    ],
    [
      "lower the effort of the budget table by 1",
      "replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@effort with 3",
    ],
    [
      "raise the budget table's effort by 2",
      "replace value of node /TodoList/Category[1]/Project[1]/Task[3]/@effort with 6",
    ],
    [
      "move the eye test before the budget table",
      "move node /TodoList/Category[3]/Project[2]/Task[2] before /TodoList/Category[1]/Project[1]/Task[3]",
    ],
  ],
  mealplan: [
    ["delete the satay noodles from Monday", "delete node /MealPlan/Day[1]/Member[1]/Meal[2]/Option[3]"],
    ["make the risotto a small portion", "?"],
    [
      "set the preparation time of Bruno's omelette on Wednesday to 30 minutes",
      "replace value of node /MealPlan/Day[3]/Member[2]/Meal[2]/Option[1]/@prep_minutes with 30",
    ],
    [
      "set the calories of Ana's satay noodles on Monday to 500",
      "replace value of node /MealPlan/Day[1]/Member[1]/Meal[2]/Option[3]/@calories with 500",
    ],
    [
      "rename Ana's satay noodles on Monday to Pad thai",
      'replace value of node /MealPlan/Day[1]/Member[1]/Meal[2]/Option[3]/@name with "Pad thai"',
    ],
    ["swap the first and the second option of Ana's breakfast on Monday", "?"],
    [
      "delete the first option of Ana's breakfast on Monday",
      "delete node /MealPlan/Day[1]/Member[1]/Meal[1]/Option[1]",
    ],
    [
      "change the portion of Ana's satay noodles on Monday to large",
      'replace value of node /MealPlan/Day[1]/Member[1]/Meal[2]/Option[3]/@portion with "large"',
    ],
    [
      "mark Ana's satay noodles on Monday as fish",
      'replace value of node /MealPlan/Day[1]/Member[1]/Meal[2]/Option[3]/@diet with "fish"',
    ],
    ["rename Bruno to Bert", "?"],
    ["delete Monday's breakfast for Ana", "delete node /MealPlan/Day[1]/Member[1]/Meal[1]"],
    ["remove Grete from Friday", "delete node /MealPlan/Day[5]/Member[4]"],
  ],
};
