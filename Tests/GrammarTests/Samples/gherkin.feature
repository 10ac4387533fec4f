# language: en
@cash @smoke
Feature: Withdraw cash
  In order to pay at the market
  As the holder of an account
  I want to get money from a machine

  Background:
    Given the user "Ana" has an account
    And the machine holds 5000 euros

  Rule: The balance limits the amount

    @happy
    Scenario: Enough money
      Given a balance of 100 euros
      When she withdraws 'forty' euros
      Then the machine gives 40 euros
      And the receipt reads
        """text
        Withdrawn: 40.00
        Balance: <rest>
        """
      But no fee is charged
      * the card is returned

    Scenario Outline: Withdraw <amount>
      Given a balance of <balance> euros
      When she withdraws <amount> euros
      Then she sees "<message>"

      Examples: Several amounts
        | amount | balance | message        |
        | 10     | 5       | Not enough     |
        | 20     | 50      | Take your cash |
        | a\|b   | 0       | c\\d           |

  Example: With a table
    Given these users:
      | name  | mail              |
      | Brian | brian@example.org |
    Then it doesn't fail
