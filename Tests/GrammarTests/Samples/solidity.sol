// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
pragma abicoder v2;
pragma experimental SMTChecker;

import "./Owned.sol";
import {IERC20 as Token, SafeMath} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import * as Strings from "./Strings.sol";

/* Block comment
   over two lines. */

/// @title A vault: what Solidity 0.8 can write, in one file.
/// @author Someone
/// @notice Keeps tokens.
/// @dev See {Owned}.
/// @custom:security none

error Unauthorized(address caller, uint256 needed);
type Price is uint128;
uint256 constant FEE = 3 * 1e15;
using {add as +, toUint} for Price global;

function add(Price a, Price b) pure returns (Price) {
    return Price.wrap(Price.unwrap(a) + Price.unwrap(b));
}

enum State { Open, Locked, Closed }

struct Deposit {
    address payable owner;
    uint96 amount;
    mapping(address => mapping(uint256 tokenId => bool approved)) approvals;
    bytes32[] proofs;
    string label;
}

interface IVault is IERC165 {
    event Deposited(address indexed from, uint256 amount) anonymous;
    function deposit(uint256 amount) external payable returns (bool);
}

library MathLib {
    function max(uint256 a, uint256 b) internal pure returns (uint256 c) { c = a > b ? a : b; }
}

abstract contract Base {
    function name() public view virtual returns (string memory);
}

/**
 * @notice A vault.
 * @param owner who owns it
 * @return nothing
 * @inheritdoc Base
 */
contract Vault is Base, Owned(msg.sender), IVault {
    using SafeMath for uint256;
    using MathLib for *;

    uint256 public constant MAX = 1_000_000;
    address private immutable _token;
    mapping(address => Deposit) internal deposits;
    uint8[3] public weights = [1, 2, 3];
    bytes4 transient selector = 0xdeadbeef;
    bool locked = false;
    int256 negative = -0x1F;
    string greeting = unicode"Hello 😃\n";
    bytes data = hex"00ff_11" hex'22';
    uint time = 1 days + 2 hours - 3 minutes + 4 seconds + 1 weeks;
    uint value = 1 ether + 2 gwei - 3 wei;
    fixed128x18 rate = 1.5;

    event Moved(address indexed from, address indexed to, uint256 value);

    modifier onlyOpen(State state) {
        require(state == State.Open, "closed");
        _;
    }

    constructor(address token) payable Base() {
        _token = token;
    }

    receive() external payable {}
    fallback(bytes calldata input) external payable returns (bytes memory output) { output = input; }

    function deposit(uint256 amount) external payable override(IVault) onlyOpen(State.Open) returns (bool ok) {
        Deposit storage entry = deposits[msg.sender];
        if (msg.value < amount && !locked || block.timestamp > 10) {
            revert Unauthorized({caller: tx.origin, needed: amount});
        } else if (amount == 0) {
            return false;
        }
        unchecked { entry.amount += uint96(amount); }
        for (uint256 i = 0; i < weights.length; i++) {
            if (i % 2 == 1) continue;
            delete weights[i];
            break;
        }
        while (gasleft() > 5000) { --value; }
        do { value <<= 1; } while (value < 100);
        try IVault(_token).deposit{value: 1 ether, gas: 5000}(amount) returns (bool result) {
            ok = result;
        } catch Error(string memory reason) {
            emit Moved(msg.sender, address(this), bytes(reason).length);
        } catch Panic(uint code) {
            assert(code != 0);
        } catch (bytes memory) {
            selfdestruct(payable(owner));
        }
        bytes32 hash = keccak256(abi.encodePacked(amount, blockhash(block.number - 1), 'single'));
        (bool sent, ) = payable(msg.sender).call{value: amount}("");
        Token token = new Token(type(uint256).max);
        function (uint) external returns (uint) callback = this.compute;
        assembly ("memory-safe") {
            let size := extcodesize(token)
            if iszero(size) { revert(0, 0) }
            for { let i := 0 } lt(i, 0x20) { i := add(i, 1) } { mstore(i, caller()) }
            switch size
            case 0 { sstore(value.slot, sload(0)) }
            default { leave }
            function double(x) -> y { y := mul(x, 2) }
        }
        emit Deposited(msg.sender, amount);
        return sent && super.name().equal("vault") && hash != 0x0;
    }

    function name() public pure virtual override returns (string memory) { return "vault"; }
    function compute(uint x) public view returns (uint) { return x ** 2 ^ 3 | ~x & 5 >> 1; }
}
