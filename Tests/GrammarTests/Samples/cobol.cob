      * Payroll: reads hours, writes one line for each person.
000100 IDENTIFICATION DIVISION.
000200 PROGRAM-ID. PAYROLL.
000300 AUTHOR. OFFICE.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT HOURS-FILE ASSIGN TO "hours.dat"
               ORGANIZATION IS SEQUENTIAL
               FILE STATUS IS WS-STATUS.
       DATA DIVISION.
       FILE SECTION.
       FD  HOURS-FILE.
       01  HOURS-RECORD.
           05  PERSON-NAME     PIC X(20).
           05  PERSON-HOURS    PIC 9(3)V99.
           05  FILLER          PIC X(5).
       WORKING-STORAGE SECTION.
       77  WS-STATUS           PIC XX VALUE SPACES.
       01  WS-TOTALS.
           05  WS-COUNT        BINARY-LONG VALUE ZERO.
           05  WS-PAY          PIC S9(7)V99 USAGE COMP-3.
           05  WS-PAY-OUT      PIC $$$,$$9.99.
           05  WS-RATE         PIC 9(2)V99 VALUE 17.50.
       01  WS-END              PIC X VALUE 'N'.
           88  AT-THE-END      VALUE 'Y'.
       01  WS-TABLE.
           05  WS-ENTRY OCCURS 10 TIMES INDEXED BY WS-I PIC 9(4).
       01  WS-BYTE             PIC X VALUE X"0A".
       78  MAX-ENTRIES         VALUE 10.
       01  WS-HANDLE           USAGE PROGRAM-POINTER.
       REPORT SECTION.
       01  TYPE PAGE HEADING.
           05  LINE 1 COLUMN 20 PIC Z9 SOURCE PAGE-COUNTER.
       LINKAGE SECTION.
       01  LK-MODE             PIC X.

       PROCEDURE DIVISION USING LK-MODE.
      $ SET SOURCEFORMAT"FIXED"
      *> The main line of the program
       MAIN-LINE.
           OPEN INPUT HOURS-FILE
           PERFORM UNTIL AT-THE-END
               READ HOURS-FILE
                   AT END MOVE 'Y' TO WS-END
                   NOT AT END PERFORM PAY-PERSON
               END-READ
           END-PERFORM
           CLOSE HOURS-FILE
           PERFORM VARYING WS-I FROM 1 BY 1 UNTIL WS-I > 10
               ADD WS-I TO WS-COUNT GIVING WS-ENTRY(WS-I)
           END-PERFORM
           STOP RUN.

       PAY-PERSON.
           COMPUTE WS-PAY ROUNDED = PERSON-HOURS * WS-RATE + 2 ** 3
           IF PERSON-HOURS >= 40 AND NOT WS-PAY = ZERO
               MULTIPLY 1.5 BY WS-PAY
           ELSE
               SUBTRACT 1 FROM WS-COUNT
           END-IF
           EVALUATE TRUE
               WHEN WS-PAY < 100
                   DISPLAY "small: " PERSON-NAME
               WHEN OTHER
                   MOVE WS-PAY TO WS-PAY-OUT  *> edited
                   DISPLAY 'pay: ' WS-PAY-OUT WITH NO ADVANCING
           END-EVALUATE
           STRING PERSON-NAME DELIMITED BY SPACE
               INTO HOURS-RECORD
           END-STRING
           DISPLAY FUNCTION TRIM(PERSON-NAME) UPON CONSOLE
           MOVE LENGTH OF HOURS-RECORD TO RETURN-CODE
           CALL "AUDIT" USING BY REFERENCE WS-TOTALS.
       LATE SECTION.
       100-LATE.
           MOVE UPPER-CASE(PERSON-NAME) TO PERSON-NAME
           MOVE N"x" TO WS-END
           EXEC SQL
               SELECT NAME INTO :PERSON-NAME FROM PEOPLE
               WHERE ID = :WS-COUNT AND KIND = 'a'
           END-EXEC.
           EXEC CICS RETURN END-EXEC
           GOBACK.
       END PROGRAM PAYROLL.
